import { sleep, type IBinaryData, type INodeParameters, type INodeType } from 'n8n-workflow';

import { ExtApiChat } from '../../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiVoice } from '../../../nodes/ExtApiVoice/ExtApiVoice.node';
import { files, taggedMp3 } from '../../files';
import { form, template } from '../../operations/items';
import { filesOfN8n } from './filesOfN8n';
import { runNode, type NodeRunOptions } from './runNode';
import { serviceForTests } from './serviceForTests';

/** What a run with files of the workflow differs in from the usual. */
type Run = Partial<NodeRunOptions>;

/** Operations that send a file of the workflow, run in n8n's engine, which serves it to the service. */
export function runsWithFiles() {
	const service = serviceForTests({ fetchCampaignFiles: true });
	const n8n = filesOfN8n();
	const run = async (node: INodeType, { parameters, ...options }: Run) =>
		await runNode({
			node,
			credential: service.credential(),
			items: [{ phone: '0570002233' }],
			n8n: n8n.n8n(),
			parameters: { resource: 'message', mode: 'send', fileFrom: 'input', ...parameters },
			...options,
		});
	const document: INodeParameters = { template: template('2005'), parameters: form({}) };
	return {
		service,
		n8n,
		invoice: async () => await n8n.store(files.pdf, { fileName: 'Invoice 7.pdf' }),
		speech: async () => await n8n.store(taggedMp3, { fileName: 'speech.mp3' }),
		/** Sends a reply to someone who just wrote. */
		async reply(data: IBinaryData, own: INodeParameters = {}, more: Run = {}) {
			service.control.inbound('0570002233');
			const parameters = { operation: 'sendReply', to: '={{ $json.phone }}', ...own };
			return await run(new ExtApiChat(), { binary: { data }, parameters, ...more });
		},
		/** Sends a template whose header takes a document. */
		async sendTemplate(data: IBinaryData, own: INodeParameters = {}, more: Run = {}) {
			const to = { operation: 'sendTemplate', phoneNumbers: '={{ $json.phone }}' };
			const parameters = { ...to, ...document, ...own };
			return await run(new ExtApiChat(), { binary: { data }, parameters, ...more });
		},
		/** The same to all items. */
		async templateCampaign(more: Run, own: INodeParameters = {}) {
			const parameters = { operation: 'sendTemplateCampaign', ...document, ...own };
			return await run(new ExtApiChat(), { parameters, ...more });
		},
		/** Calls an item, or all of them, and plays a recording. */
		async call(operation: 'send' | 'sendCampaign', more: Run, own: INodeParameters = {}) {
			const parameters = {
				...{ operation, caller: '0771234567', description: 'Reminder', content: 'file' },
				...(operation === 'send' ? { phoneNumbers: '={{ $json.phone }}' } : {}),
				...own,
			};
			return await run(new ExtApiVoice(), { parameters, ...more });
		},
		/** The addresses of files that the service got. */
		fileurls: () => service.bodies().flatMap(({ fileurl }) => (fileurl ? [String(fileurl)] : [])),
		/** What the service downloaded, as soon as there is so much. */
		async downloads(count = 1) {
			while (service.control.downloads().length < count) await sleep(20);
			return service.control.downloads();
		},
		/** The statuses of all campaigns, when they have ended. */
		async ends() {
			const all = () => service.control.campaigns().map(({ status }) => status);
			while (all().some((status) => ['pending', 'running'].includes(status))) await sleep(20);
			return all();
		},
	};
}
