import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Service } from './row';

/** Items every operation can work on. */
export const twoItems: IDataObject[] = [
	{ phone: '0570002233', text: 'one', amount: 1, code: '00000' },
	{ phone: '0570002234', text: 'two', amount: 2, code: '00001' },
];

/** So many items that per-item operations, except for those that ask for a state, can work on. */
export function manyItems(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		phone: `05700022${String(index).padStart(2, '0')}`,
		text: `text ${index}`,
		amount: 1,
		code: '00000',
	}));
}

/** Expressions for the columns of these items. */
export const phone = '={{ $json.phone }}';
export const text = '={{ $json.text }}';

/** An expression that gives nothing: n8n itself looks into a field that is simply empty. */
export const nothing = '={{ "" }}';

/** Code the service gives a new campaign or run. */
export const anyCode = expect.stringMatching(/^\d+$/) as unknown as string;

/** A template chosen by its code. */
export const template = (value: string) => ({ __rl: true, mode: 'code', value });

/** What the form of a template's parameters holds. */
export const form = (value: IDataObject) =>
	({ mappingMode: 'defineBelow', value }) as unknown as INodeParameters;

/** The first codes a fresh emulator gives. */
export const codes = ['700000000000000001', '700000000000000002', '700000000000000003'];

/** Makes campaigns that wait for their time, so that they can be asked for and deleted. */
export async function scheduleCampaigns({ url, control }: Service, count: number): Promise<void> {
	for (let index = 0; index < count; index++) {
		await axios.post(`${url}/extApi/scheduleSms.php`, {
			...{ token: 'demo-token-full', from: 'MyShop', msg: `campaign ${index}` },
			...{ list: '0570002233,0570002234' },
			...{ dh: '10', di: '00', dy: '2035', dm: '01', dd: '05' },
		});
	}
	control.clearRequests();
}

/** Opens the reply windows of some phones. */
export function openReplyWindows({ control }: Service): void {
	for (const number of ['0570002233', '0570002234', '0570002235']) control.inbound(number);
}
