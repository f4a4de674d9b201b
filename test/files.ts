/** The smallest files whose content tells their type. */

const zipPart = (name: string) => {
	const header = Buffer.alloc(30);
	header.write('PK\x03\x04', 'latin1');
	header.writeUInt16LE(name.length, 26);
	return Buffer.concat([header, Buffer.from(name)]);
};
const compound = (stream: string) =>
	Buffer.concat([
		Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
		Buffer.alloc(1_024),
		Buffer.from(stream, 'utf16le'),
	]);
const media = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1');
const latin = (text: string) => Buffer.from(text, 'latin1');

/** By extension, of every type the service sends. */
export const files: Record<string, Buffer> = {
	jpg: latin('\xff\xd8\xff\xe0\0\x10JFIF\0'),
	png: latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
	mp4: media('isom'),
	'3gp': media('3gp4'),
	pdf: latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'),
	doc: compound('WordDocument'),
	docx: Buffer.concat([zipPart('[Content_Types].xml'), zipPart('word/document.xml')]),
	xls: compound('Workbook'),
	xlsx: Buffer.concat([zipPart('[Content_Types].xml'), zipPart('xl/workbook.xml')]),
	ppt: compound('PowerPoint Document'),
	pptx: Buffer.concat([zipPart('[Content_Types].xml'), zipPart('ppt/presentation.xml')]),
	txt: Buffer.from('שלום, your order is ready\n'),
	aac: latin('\xff\xf1\x50\x80\0\0\0\0'),
	amr: latin('#!AMR\n\x3c\0\0'),
	mp3: latin('\xff\xfb\x90\x64\0\0\0\0'),
	m4a: media('M4A '),
	ogg: latin('OggS\0\x02\0\0'),
};

/** Files of types the service does not send. */
export const otherFiles: Record<string, Buffer> = {
	webp: latin('RIFF\x24\0\0\0WEBPVP8 '),
	wav: latin('RIFF\x24\0\0\0WAVEfmt '),
	gif: latin('GIF89a\x01\0\x01\0'),
	heic: media('heic'),
	mov: media('qt  '),
	zip: zipPart('readme.md'),
	msg: compound('__properties_version1.0'),
	'mp3 of layer II': latin('\xff\xfd\x90\x64\0\0\0\0'),
	bin: latin('\x01\0\x02\0'),
};

/** An MP3 with a tag before its sound, as programs write it. */
export const taggedMp3 = Buffer.concat([latin('ID3\x04\0\0\0\0\0\0'), files.mp3]);
