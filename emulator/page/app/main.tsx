import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { Router } from 'wouter-preact';
import { useHashLocation } from 'wouter-preact/use-hash-location';
import '@picocss/pico/css/pico.min.css';
import './style/theme.css';
import './style/page.css';
import './style/panes.css';
import './style/phone.css';
import './style/messages.css';
import './style/details.css';
import { App } from './shell/App';
import { followChanges, queryClient } from './shell/live';
import { applyTheme } from './shell/theme';

applyTheme();
followChanges();

render(
	<QueryClientProvider client={queryClient}>
		<Router hook={useHashLocation}>
			<App />
		</Router>
	</QueryClientProvider>,
	document.body,
);
