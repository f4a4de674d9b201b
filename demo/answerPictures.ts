import path from 'node:path';
import type { Browser } from 'playwright-core';

import { chain, itemsStep, START } from '../n8n/chain';
import { Phone } from '../n8n/editor/phone';
import { readExecution, runWorkflow } from '../n8n/executions';
import type { Demo } from './startDemo';

/** A question, and how its page looks. */
interface Shown {
	name: string;
	colors: 'light' | 'dark';
	parameters: Record<string, unknown>;
}

const MANAGER = '0570002233';
const hebrew = { pageLanguage: 'he' };
const choices = ['טובה', 'לא טובה'].map((option) => ({ option }));

const pages: Shown[] = [
	{ name: 'answer-en-light', colors: 'light', parameters: { message: 'Refund 120 to Dana Levi?' } },
	{
		name: 'form-he-dark',
		colors: 'dark',
		parameters: {
			message: 'שלום דנה, שתי שאלות לפני הביקור מחר:',
			responseType: 'customForm',
			formFields: {
				values: [
					{
						...{ fieldLabel: 'איך ההרגשה היום?', fieldType: 'radio', requiredField: true },
						fieldOptions: { values: choices },
					},
					{ fieldLabel: 'משהו נוסף?', fieldType: 'textarea' },
				],
			},
			options: hebrew,
		},
	},
];

/** The names of these pictures. */
export const answerPictures = pages.map(({ name }) => name);

/** Takes pictures of the pages that people answer on, on a screen of a phone's size. */
export async function takeAnswerPages(demo: Demo, browser: Browser, folder: string): Promise<void> {
	for (const { name, colors, parameters } of pages) {
		const link = await ask(demo, parameters);
		const phone = await Phone.of(browser, colors);
		const page = await phone.open(link);
		await page.screenshot({ path: path.join(folder, `${name}.png`) });
		await phone.close();
	}
}

/** Asks, and hands over the link once the execution waits. */
async function ask(demo: Demo, parameters: Record<string, unknown>): Promise<string> {
	const { client, credential, emulator } = demo;
	const step = {
		name: 'Ask',
		type: 'n8n-nodes-extapi.extApiSms',
		parameters: {
			...{ resource: 'message', operation: 'sendAndWait', sender: 'MyShop' },
			...{ phoneNumbers: MANAGER, ...parameters },
		},
	};
	const workflow = await client.createWorkflow(
		chain('Question', [itemsStep('return [{ json: {} }];'), step]),
		[credential],
	);
	const id = await runWorkflow(client, workflow, START);
	while ((await readExecution(client, id)).status !== 'waiting') {
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	const sent = emulator.control.ledger().entries.filter(({ phone }) => phone === MANAGER);
	return /https?:\/\/\S+/.exec(sent.at(-1)!.text)![0];
}
