import type { IDataObject } from 'n8n-workflow';

import { byModel } from './byModel';
import { anyCode } from './items';

/** What is not known beforehand. */
const unknownValues: Record<string, unknown> = {
	'<code>': anyCode,
	'<number>': expect.any(Number),
	'<text>': expect.any(String),
};

/**
 * What a file says, with what JSON has no word for: values that are not known beforehand, `<… Hello …>` for a text with
 * these words in it, `/^Hello/` for a pattern, `<link>` at the end of a text, `<model: City>` for what a model fills in, and `"<others>": true` in
 * what may have other columns.
 */
export function meant(value: unknown): unknown {
	if (typeof value === 'string') return value in unknownValues ? unknownValues[value] : text(value);
	if (Array.isArray(value)) return value.map(meant);
	if (typeof value !== 'object' || value === null) return value;
	const { '<others>': others, ...own } = value as IDataObject;
	const all = Object.fromEntries(Object.entries(own).map(([name, each]) => [name, meant(each)]));
	return others === true ? expect.objectContaining(all) : all;
}

function text(value: string): unknown {
	const [, label] = /^<model: (.*)>$/.exec(value) ?? [];
	if (label !== undefined) return byModel(label);
	const [, part] = /^<… ([^]*) …>$/.exec(value) ?? [];
	if (part !== undefined) return expect.stringContaining(part);
	const [, pattern] = /^\/([^]+)\/$/.exec(value) ?? [];
	if (pattern !== undefined) return expect.stringMatching(new RegExp(pattern));
	const [, before] = /^([^]*)<link>$/.exec(value) ?? [];
	return before === undefined ? value : withLink(before);
}

/** A message with a link to the page of its question. */
const withLink = (before: string): unknown =>
	expect.stringMatching(
		new RegExp(`^${before.replace('?', '\\?')}https?://\\S+\\?k=[\\w-]{22}(&signature=\\w+)?$`),
	);
