// If this fails, a file is sent as a type it is not.
import { extensionsOfContent } from '../../../emulator/files/fileTypes';
import { isTextual, sentTypes, typeByContent } from '../../../nodes/shared/files/fileTypes';
import { files, otherFiles, taggedMp3 } from '../../files';

const typeOf = (content: Buffer) =>
	typeByContent({ head: content, tail: content, isTextual: isTextual(content) });

describe('the type of a file by its content', () => {
	it.each(Object.entries(files))('%s', (extension, content) => {
		const extensions = expect.arrayContaining([extension]) as string[];
		expect(typeOf(content)).toMatchObject({ extensions });
		expect(extensionsOfContent(content)).toContain(extension);
	});

	it('covers every type the service sends', () => {
		expect([...Object.keys(files), 'jpeg'].sort()).toEqual([...sentTypes].sort());
	});

	it.each(Object.entries(otherFiles))('%s is none the service sends', (_name, content) => {
		expect(typeOf(content) ?? { unsupported: true }).toHaveProperty('unsupported');
	});

	it('knows an MP3 with a tag, and an image with one extension or the other', () => {
		expect(typeOf(taggedMp3)).toEqual({ extensions: ['mp3'] });
		expect(typeOf(files.jpg)).toEqual({ extensions: ['jpg', 'jpeg'] });
	});

	it('does not call an empty start of anything a type', () => {
		expect(typeOf(Buffer.from([0]))).toBeUndefined();
	});
});
