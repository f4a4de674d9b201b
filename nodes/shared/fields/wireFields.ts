import type { INodeProperties } from 'n8n-workflow';

/** A field of the editor and the parameter of the service it fills. */
export interface WireField {
	/** The service's parameter name. */
	wire: string;
	/** The node parameter's path, for example `options.description`. */
	path: string;
	/** The field's display name. */
	label: string;
	/** True for a field that holds JSON text. */
	isJson: boolean;
}

/**
 * Lists which parameter of the service each field fills. The fields' routing is the only place that
 * names a wire parameter; checks, campaigns and tests read it from here.
 *
 * @param fields an operation's fields, collections included
 */
export function wireFields(fields: INodeProperties[], parent = ''): WireField[] {
	return fields.flatMap((field) => {
		const path = parent + field.name;
		const wire = field.routing?.send?.property;
		const own =
			wire === undefined
				? []
				: [{ wire, path, label: field.displayName, isJson: field.type === 'json' }];
		const inner =
			field.type === 'collection'
				? wireFields((field.options ?? []) as INodeProperties[], `${path}.`)
				: [];
		return [...own, ...inner];
	});
}

/** Display names by wire name, for messages about a request's values. */
export function fieldLabels(fields: INodeProperties[]): Record<string, string> {
	return Object.fromEntries(wireFields(fields).map(({ wire, label }) => [wire, label]));
}
