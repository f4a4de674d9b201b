import { FROM_AI_AUTO_GENERATED_MARKER } from 'n8n-workflow';

/** The type of value a model is asked for. */
export type ArgumentType = 'string' | 'number' | 'json';

/** The argument the editor makes of a field's label: a name holds only letters, digits, `_` and `-`. */
export function argumentName(label: string): string {
	return label.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
}

/**
 * What the editor's button "Let the model define this parameter" writes into a field.
 *
 * @param label the field's, as the person sees it
 */
export function byModel(label: string, type: ArgumentType = 'string'): string {
	return `={{ ${FROM_AI_AUTO_GENERATED_MARKER} $fromAI('${argumentName(label)}', \`\`, '${type}') }}`;
}

/** Whether the model defines a value, or a part of it. */
export function isByModel(value: unknown): boolean {
	return JSON.stringify(value).includes(FROM_AI_AUTO_GENERATED_MARKER);
}
