// If this fails, a file leaves that one operation refuses because another one has looked at it before.
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { files } from '../../files';
import { fileOfItem } from '../../../nodes/shared/files/fileOfItem';
import type { FileRule } from '../../../nodes/shared/files/inputFile';

const ID = 'filesystem-v2:workflows/w/executions/8/binary_data/a';
const binary: IBinaryData = { id: ID, data: 'filesystem-v2', mimeType: 'application/pdf' };
const file: IBinaryData = { ...binary, fileName: 'a.pdf' };

/** A run of an execution, whose files n8n keeps; agents have several tools in one. */
function runOf() {
	let failures = 0;
	const content = async function* () {
		yield files.pdf;
	};
	const run = {};
	const context = {
		getExecuteData: () => run,
		getMode: () => 'trigger',
		getNode: () => ({ parameters: { fileField: 'data' } }),
		getInputData: () => [{ json: {}, binary: { data: file } }],
		helpers: {
			createBinarySignedUrl: () => '',
			getBinaryMetadata: async () => {
				if (failures-- > 0) throw new Error('not now');
				return { fileSize: files.pdf.length };
			},
			getBinaryStream: async () => content(),
		},
	} as unknown as IExecuteFunctions;
	return {
		fail: (times: number) => (failures = times),
		look: async (rule: FileRule) => await fileOfItem(context, 0, 'data', rule),
	};
}

const small: FileRule = { types: ['pdf'], mostBytes: 10 };
const large: FileRule = { types: ['pdf'] };
const sound: FileRule = { types: ['mp3'] };

it.each([small, sound])(
	'a file is looked at by each rule, whatever another said: %j',
	async (rule) => {
		const { look } = runOf();
		expect(await look(rule)).toHaveProperty('problem');
		expect(await look(large)).toHaveProperty('value');
		expect(await look(rule)).toHaveProperty('problem');
	},
);

it('a problem that passes is not kept', async () => {
	const { look, fail } = runOf();
	fail(1);
	expect(await look(large)).toHaveProperty('problem');
	expect(await look(large)).toHaveProperty('value');
});
