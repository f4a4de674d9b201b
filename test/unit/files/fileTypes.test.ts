// If this fails, a file is sent as a type it is not.
import { declaredExtension, sentTypes } from '../../../nodes/shared/files/fileTypes';
import { files } from '../../files';

const typeOf = (mimeType: string, fileName?: string, fileExtension?: string) =>
	declaredExtension({ mimeType, fileName, fileExtension, data: '' });

describe('the type of a file', () => {
	it('is one of all that the service sends', () => {
		expect([...Object.keys(files), 'jpeg'].sort()).toEqual([...sentTypes].sort());
	});

	it.each([
		['image/jpeg', 'a.jpeg', 'jpeg'],
		['image/jpeg', 'a.png', 'jpg'],
		['IMAGE/PNG', undefined, 'png'],
		['text/plain; charset=utf-8', 'notes', 'txt'],
		['application/octet-stream', 'a.DOCX', 'docx'],
		['', 'a.mp3', 'mp3'],
		['text/html', 'invoice.pdf', undefined],
		['application/octet-stream', 'a.exe', undefined],
		['', 'constructor', undefined],
		['image/webp', 'a.jpg', undefined],
	])('%j of %j is %j', (mimeType, fileName, extension) => {
		expect(typeOf(mimeType, fileName)).toBe(extension);
	});

	it('is in its extension where its name has none', () => {
		expect(typeOf('', 'scan', 'pdf')).toBe('pdf');
	});
});
