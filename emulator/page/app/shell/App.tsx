import { useQuery } from '@tanstack/preact-query';
import {
	Clock,
	Megaphone,
	Moon,
	ScrollText,
	Smartphone,
	Sun,
	TriangleAlert,
	UserCog,
} from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter-preact';
import { AccountView } from '../account/AccountView';
import { CampaignsView } from '../campaigns/CampaignsView';
import { FaultsView } from '../faults/FaultsView';
import type { OutstandingFault } from '../faults/kinds';
import { PhonesView } from '../phones/PhonesView';
import { RequestsView } from '../requests/RequestsView';
import { TimeView } from '../time/TimeView';
import { live } from './control';
import { useConnected } from './live';
import { currentTheme, toggleTheme } from './theme';
import { dateTime } from './words';

const views = [
	{ path: '/phones', name: 'Phones', icon: Smartphone },
	{ path: '/campaigns', name: 'Campaigns', icon: Megaphone },
	{ path: '/requests', name: 'Requests', icon: ScrollText },
	{ path: '/account', name: 'Account', icon: UserCog },
	{ path: '/faults', name: 'Faults', icon: TriangleAlert },
	{ path: '/time', name: 'Time', icon: Clock },
];

/** The page: its head, and the view that the address names. */
export function App() {
	return (
		<>
			<Head />
			<main>
				<Switch>
					<Route path="/phones/:phone?">{({ phone }) => <PhonesView phone={phone} />}</Route>
					<Route path="/campaigns/:tid?">{({ tid }) => <CampaignsView tid={tid} />}</Route>
					<Route path="/requests/:index?">{({ index }) => <RequestsView index={index} />}</Route>
					<Route path="/account" component={AccountView} />
					<Route path="/faults" component={FaultsView} />
					<Route path="/time" component={TimeView} />
					<Route>
						<Redirect to="/phones" replace />
					</Route>
				</Switch>
			</main>
		</>
	);
}

function Head() {
	const [location] = useLocation();
	const shown = views.find(({ path }) => location.startsWith(path))?.name;
	useEffect(() => {
		document.title = shown === undefined ? 'ExtApi emulator' : `${shown} · ExtApi emulator`;
	}, [shown]);
	return (
		<header class="head">
			<strong class="brand">
				<img src="/page/icon.svg" alt="" width="22" height="22" />
				<span>ExtApi emulator</span>
			</strong>
			<nav aria-label="Views">
				{views.map(({ path, name, icon: Icon }) => (
					<Link
						key={path}
						href={path}
						aria-current={location.startsWith(path) ? 'page' : undefined}
					>
						<Icon size={17} aria-hidden="true" />
						<span>{name}</span>
					</Link>
				))}
			</nav>
			<State />
			<ThemeButton />
		</header>
	);
}

/** What is unlike an ordinary day: faults, a moved clock, a lost connection. */
function State() {
	const connected = useConnected();
	const faults = useQuery(live<OutstandingFault[]>('faults', '/faults/outstanding'));
	const clock = useQuery(live<{ now: string; aheadMs: number }>('clock', '/clock'));
	const waiting = (faults.data ?? []).filter(({ left }) => left !== 0).length;
	const moved = Math.abs(clock.data?.aheadMs ?? 0) > 1000;
	return (
		<div class="state" role="status">
			{waiting > 0 && (
				<Link href="/faults" class="badge warning">
					{waiting === 1 ? '1 fault' : `${waiting} faults`}
				</Link>
			)}
			{moved && clock.data && (
				<Link href="/time" class="badge">
					{dateTime(Date.parse(clock.data.now))}
				</Link>
			)}
			{connected !== undefined && (
				<span class={connected ? 'badge good' : 'badge bad'}>{connected ? 'Live' : 'Offline'}</span>
			)}
		</div>
	);
}

function ThemeButton() {
	const [theme, setTheme] = useState(currentTheme());
	const other = theme === 'dark' ? 'light' : 'dark';
	const Icon = theme === 'dark' ? Sun : Moon;
	return (
		<button
			type="button"
			class="icon-button"
			aria-label={`Show in ${other}`}
			title={`Show in ${other}`}
			onClick={() => {
				toggleTheme();
				setTheme(other);
			}}
		>
			<Icon size={18} aria-hidden="true" />
		</button>
	);
}
