import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { ExtApiAutomation } from '../../nodes/ExtApiAutomation/ExtApiAutomation.node';
import { ExtApiCampaign } from '../../nodes/ExtApiCampaign/ExtApiCampaign.node';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiContacts } from '../../nodes/ExtApiContacts/ExtApiContacts.node';
import { ExtApiOtp } from '../../nodes/ExtApiOtp/ExtApiOtp.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiSubAdmin } from '../../nodes/ExtApiSubAdmin/ExtApiSubAdmin.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { wireFields } from '../../nodes/shared/descriptions/wireFields';
import { explainErrorText } from '../../nodes/shared/transport/errorTexts';
import { everyOperation } from '../integration/harness/everyOperation';
import { documentedErrors, documentedParameters, filledElsewhere } from '../specification';

const nodes: INodeType[] = [
	new ExtApiSms(),
	new ExtApiVoice(),
	new ExtApiChat(),
	new ExtApiOtp(),
	new ExtApiContacts(),
	new ExtApiSubAdmin(),
	new ExtApiCampaign(),
	new ExtApiAutomation(),
];

interface Operation {
	name: string;
	fields: INodeProperties[];
	option: INodePropertyOptions;
}

/** Every operation of every node with the fields it shows. */
function operations(): Operation[] {
	return nodes.flatMap(({ description: { displayName, properties } }) => {
		const resource = properties.find(({ name }) => name === 'resource')!;
		const resourceName = (value: string) =>
			(resource.options as INodePropertyOptions[] | undefined)?.find((each) => each.value === value)
				?.name ?? value[0].toUpperCase() + value.slice(1);
		const lists = properties.filter(
			({ name, displayOptions }) => name === 'operation' && !displayOptions?.show?.['@tool'],
		);
		return lists.flatMap(({ displayOptions, options }) => {
			const [value] = displayOptions?.show?.resource as string[];
			return (options as INodePropertyOptions[]).map((option) => ({
				name: `${displayName}: ${resourceName(value)}: ${option.name}`,
				option,
				fields: properties.filter(
					({ displayOptions: shown }) =>
						shown?.show?.resource?.includes(value) && shown.show.operation?.includes(option.value),
				),
			}));
		});
	});
}

describe('the nodes and the specification', () => {
	const names = operations()
		.map(({ name }) => name)
		.sort();

	it('know the same operations (documentedParameters in test/specification.ts)', () => {
		expect(Object.keys(documentedParameters).sort()).toEqual(names);
	});

	it('are tested as a whole (test/integration/harness/everyOperation.ts)', () => {
		expect(everyOperation.map(({ name }) => name).sort()).toEqual(names);
	});

	it('have a subtitle for each operation', () => {
		const without = nodes.flatMap(({ description: { displayName, subtitle, properties } }) => {
			const chosen = properties.filter(({ name }) => name === 'operation');
			const options = chosen.flatMap(({ options: all }) => all as INodePropertyOptions[]);
			return options
				.filter(({ value }) => !subtitle!.includes(`${String(value)}:`))
				.map(({ value }) => `${displayName}: ${String(value)}`);
		});
		expect(without).toEqual([]);
	});

	it.each(operations())('$name can send every documented parameter', ({ name, fields, option }) => {
		const routed = wireFields(fields).map(({ wire }) => wire);
		const fixed = Object.keys((option.routing?.request?.body as object) ?? {});
		const names = JSON.stringify(fields.map((field) => [field.name, field.options]));
		const campaignBuilds = /Campaign$/.test(String(option.value))
			? ['msg', 'list', 'listjson']
			: [];
		const manyBuilds = /Many$/.test(String(option.value)) ? ['act', 'list'] : [];
		const chatBuilds = option.value === 'sendTemplate' ? ['listjson', 'fileurl'] : [];
		const sendable = new Set([
			...routed,
			...fixed,
			...campaignBuilds,
			...manyBuilds,
			...chatBuilds,
		]);
		for (const parameter of documentedParameters[name]) {
			const field = filledElsewhere[parameter];
			if (field !== undefined) expect(names).toContain(`"${field}"`);
			else expect([...sendable]).toContain(parameter);
		}
	});

	it('are listed in the README, parameter by parameter', () => {
		const readme = readFileSync(path.join(__dirname, '../../README.md'), 'utf8');
		const rows = Object.entries(documentedParameters).map(([name, parameters]) => {
			const row = readme.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? '';
			return [name, parameters.filter((parameter) => !row.includes(`\`${parameter}\``))];
		});
		expect(rows.filter(([, missing]) => missing.length > 0)).toEqual([]);
	});
});

describe('the error texts of the specification', () => {
	it.each(documentedErrors)('%s: is explained, with a fix', (text) => {
		const explained = explainErrorText(text);
		expect(explained?.what).toMatch(/^[A-Z].*[^.]$/);
		expect(explained?.fix).toMatch(/\.$/);
	});

	it.each([
		['sub-user not found', /sub-admin does not exist/],
		['phone must be a valid Israeli phone', /Only Israeli/],
		[
			'no template matches the code with the given status or category filter',
			/No template with this code/,
		],
		['sub-admin chat permission denied', /sub-admin behind the token/],
		['Automation service not active', /switched off/],
		['msg missing with no file', /text is missing/],
		['msg over 2000 chars', /text is too long/],
	])('%s is not mistaken for another', (text, what) => {
		expect(explainErrorText(text)?.what).toMatch(what);
	});
});
