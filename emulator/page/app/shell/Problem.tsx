/** Says why something did not happen; nothing when nothing went wrong. */
export function Problem({ error }: { error: Error | null | undefined }) {
	if (!error) return null;
	return (
		<p class="problem" role="alert">
			{error.message}
		</p>
	);
}
