import type { INodeParameters } from 'n8n-workflow';

import type { DescribedField } from './described';
import refusals from './refusals.json';
import type { RefusedCase } from './row';
import takesAnything from './takesAnything.json';

/** What a field refuses: a value, what is said (a pattern between slashes), and where: in all operations that have the field when left out. */
type Refusal = [value: unknown, says: string, where?: { with?: INodeParameters; of?: string }];

const table = Object.entries(refusals as unknown as Record<string, Refusal[]>);

const isOf = (fields: DescribedField[], field: string) => fields.some(({ path }) => path === field);

/** The values that the fields of an operation refuse before anything leaves. */
export function refusedBy(name: string, fields: DescribedField[]): RefusedCase[] {
	return table
		.filter(([field]) => isOf(fields, field))
		.flatMap(([field, all]) =>
			all
				.filter(
					([, , { of } = {}]) => of?.split(', ').includes(name.replace('ExtApi ', '')) ?? true,
				)
				.map(([value, says, where = {}]) => ({
					...{ field, value },
					...(where.with && { with: where.with }),
					says: says.startsWith('/') ? new RegExp(says.slice(1, -1)) : says,
				})),
		);
}

/** Fields of an operation without a rule of their own, and why: a switch, a choice and a number are read by their kind. */
export function takenBy(fields: DescribedField[]): Record<string, string> {
	return Object.fromEntries(Object.entries(takesAnything).filter(([field]) => isOf(fields, field)));
}

/** The fields that the tables name. */
export const judgedFields = [...table.map(([field]) => field), ...Object.keys(takesAnything)];
