import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import type { RequestRecord } from '../../../state/requestLog';
import { live } from '../shell/control';
import { CopyButton } from '../shell/CopyButton';
import { Problem } from '../shell/Problem';
import { day, timeWithSeconds } from '../shell/words';
import { Code } from './Code';
import { asCurl, tokenVariable } from './curl';
import { Verdict } from './Verdict';

const modes = {
	get: 'Query string',
	post: 'Form body',
	json: 'JSON body',
	jsonUrl: 'JSON body, declared by json=1',
};

/** One request with its answer. */
export function RequestScreen({ index }: { index: string }) {
	const { data, error } = useQuery(live<RequestRecord>('requests', `/requests/${index}`));
	if (!data) return <Problem error={error} />;
	const { method, endpoint, at, mode, url, contentType, parameters, unread, reply } = data;
	const { status, accepted, fault, taskId, remoteIp } = data;
	return (
		<article class="detail">
			<header>
				<h2>{endpoint}</h2>
				<p class="facts">
					<Verdict accepted={accepted} fault={fault} />
					{taskId !== undefined && <Link href={`/campaigns/${taskId}`}>{taskId}</Link>}
				</p>
			</header>
			<dl class="grid-facts">
				<dt>Time</dt>
				<dd>
					{day(at)}, {timeWithSeconds(at)}
				</dd>
				<dt>Address</dt>
				<dd class="broken">
					<code>
						{method} {url}
					</code>
				</dd>
				<dt>Mode</dt>
				<dd>
					{modes[mode]}
					{contentType && <span class="quiet"> ({contentType})</span>}
				</dd>
				<dt>Caller</dt>
				<dd>{remoteIp}</dd>
			</dl>
			<section>
				<h3>{unread === undefined ? 'Parameters' : 'Body, which is not JSON'}</h3>
				<Code text={unread ?? JSON.stringify(parameters, null, 2)} label="Parameters" />
				<div class="actions">
					<CopyButton text={asCurl(data, location.origin)} label="Copy as curl" />
					<small class="quiet">
						Tokens are hidden: the command takes it from <code>${tokenVariable}</code>.
					</small>
				</div>
			</section>
			<section>
				<h3>Answer</h3>
				<p>{status === 0 ? 'The connection was reset.' : `HTTP ${status}`}</p>
				{reply !== '' && <Code text={pretty(reply)} label="Answer" />}
			</section>
		</article>
	);
}

function pretty(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}
