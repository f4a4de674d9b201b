import type { IExecuteFunctions } from 'n8n-workflow';

import type { InputFile } from './inputFile';

/**
 * The address n8n serves a file under to whoever has it (n8n 1.123, 2.0 and 2.41,
 * `createBinarySignedUrl`): it holds a signature over the file's id and its end. So it goes to the
 * service alone, into no output and no error.
 *
 * The name at its end is ignored by n8n. It is for a service that looks at the extension of an address
 * before it looks into the file.
 *
 * @param seconds how long the address works
 */
export function signedAddress(
	context: IExecuteFunctions,
	{ binary, name }: InputFile,
	seconds: number,
): string {
	// A number as text would be read as milliseconds.
	const address = context.helpers.createBinarySignedUrl(binary, `${seconds}s`);
	return `${address}&name=${encodeURIComponent(name)}`;
}

/** Tells whether this n8n can make such addresses at all. */
export function canSign({ helpers }: { helpers: Partial<IExecuteFunctions['helpers']> }): boolean {
	return helpers.createBinarySignedUrl !== undefined;
}
