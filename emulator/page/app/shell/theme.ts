const key = 'extapi-emulator-theme';

/** The look that is chosen, or the system's. */
export const currentTheme = (): 'light' | 'dark' => {
	const chosen = localStorage.getItem(key);
	if (chosen === 'light' || chosen === 'dark') return chosen;
	return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};

/** Shows the page in the look that is chosen. */
export function applyTheme(): void {
	document.documentElement.dataset.theme = currentTheme();
}

/** Changes to the other look and remembers it. */
export function toggleTheme(): void {
	localStorage.setItem(key, currentTheme() === 'dark' ? 'light' : 'dark');
	applyTheme();
}
