import * as http from 'node:http';
import * as https from 'node:https';
import type { NotificationRecord } from './notification';

const answerTimeoutMs = 5_000;

/** Fetches the address once and notes the outcome; never rejects. */
export function deliver(record: NotificationRecord): Promise<void> {
	return new Promise((resolve) => {
		const fail = (error: Error) => {
			record.delivery = 'failed';
			record.error = error.message;
			resolve();
		};
		if (record.url === undefined || !URL.canParse(record.url)) {
			fail(new Error('the address with the query appended is no address'));
			return;
		}
		const client = record.url.startsWith('https:') ? https : http;
		const request = client.get(record.url, { agent: false, timeout: answerTimeoutMs }, (answer) => {
			answer.resume();
			record.statusCode = answer.statusCode;
			record.delivery = (answer.statusCode ?? 500) < 400 ? 'delivered' : 'failed';
			answer.on('close', resolve);
		});
		request.on('timeout', () => request.destroy(new Error('no answer in time')));
		request.on('error', fail);
	});
}
