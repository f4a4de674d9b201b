import type { Params } from '../protocol/params';
import { ServiceError } from '../protocol/serviceError';
import { isWebAddress } from '../protocol/webAddress';
import type { Template } from '../state/template';

const media: Partial<Record<Template['header']['type'], string[]>> = {
	IMAGE: ['jpg', 'jpeg', 'png'],
	VIDEO: ['mp4', '3gp'],
	DOCUMENT: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'],
};

/** File types the header takes in `fileurl`; none for a text or absent header. */
export const fileTypes = ({ header }: Template): string[] => media[header.type] ?? [];

/** `fileurl`: forbidden without a media header, required without a default file, of a type the header takes, as far as its address says one. */
export function readHeaderFile(params: Params, template: Template): string | undefined {
	const fileurl = params.text('fileurl');
	const types = fileTypes(template);
	if (fileurl === undefined) {
		if (types.length > 0 && template.header.defaultMediaUrl === '') {
			throw new ServiceError('fileurl is required for this template');
		}
		return undefined;
	}
	if (types.length === 0) throw new ServiceError('fileurl is not allowed for this template');
	if (!isWebAddress(fileurl)) throw new ServiceError('fileurl must be a valid URL');
	const extension = /\.([a-z0-9]+)$/i.exec(new URL(fileurl).pathname)?.[1].toLowerCase();
	const isKnown = Object.values(media)
		.flat()
		.includes(extension ?? '');
	if (isKnown && !types.includes(extension ?? '')) {
		throw new ServiceError(`fileurl must be a file of type ${types.join(', ')}`);
	}
	return fileurl;
}
