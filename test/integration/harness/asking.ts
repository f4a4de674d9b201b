import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters, INodeType } from 'n8n-workflow';

import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import { linkTo, open, submit, type Page } from './answerPage';
import { serviceForTests } from './serviceForTests';
import { waitingN8n, type WaitingExecution, type WaitingOptions } from './waitingN8n';

/** Who is asked unless a test says otherwise. */
export const MANAGER = '0570002233';

/** Options of a question that no one answers in time. */
export const soonOver: INodeParameters = { limitWaitTime: 0.3 / 60 };

/** A service and an n8n whose executions wait for answers, for one test file. */
export function askingN8n() {
	const service = serviceForTests();
	const n8n = waitingN8n();
	let answered: string | undefined;
	beforeAll(async () => await n8n.start());
	afterAll(async () => await n8n.stop());
	return {
		service,
		/** Asks by SMS, or by another node; the execution waits. */
		async ask(
			parameters: INodeParameters = {},
			more: Partial<WaitingOptions> = {},
			node: INodeType = new ExtApiSms(),
		): Promise<WaitingExecution> {
			const execution = await n8n.run({
				node,
				credential: service.credential(),
				items: [{ order: 'A-1' }],
				parameters: {
					...{ resource: 'message', operation: 'sendAndWait', phoneNumbers: MANAGER },
					...{ message: 'Refund 120 to Dana?', ...parameters },
					...(node instanceof ExtApiSms ? { sender: 'MyShop' } : {}),
				},
				...more,
			});
			await execution.saved;
			return execution;
		},
		/** Opens the last link to a phone and sends the form of its page. */
		async answer(fields: Record<string, string>, phone = MANAGER): Promise<Page> {
			const link = linkTo(service, phone);
			return await submit(link, await open(link), fields);
		},
		link: (phone = MANAGER) => linkTo(service, phone),
		/** Answers the next question of an execution, once it is asked and waits; with its page. */
		async answerNext(fields: Record<string, string>, phone = MANAGER): Promise<Page> {
			const newLink = () => [linkTo(service, phone)].find((link) => link !== answered);
			let link: string | undefined;
			let page: Page | undefined;
			while ((link = newLink()) === undefined || (page = await open(link)).status !== 200) {
				await sleep(20);
			}
			answered = link;
			await submit(link, page, fields);
			return page!;
		},
	};
}

/** The data of the items an execution outputs in the end. */
export async function endOf({ end }: WaitingExecution) {
	const [items] = await end;
	return items.map(({ json }) => json);
}
