import type { serviceForTests } from './serviceForTests';

/** Makes a campaign to two phones that has not begun. */
export async function pendingCampaign({
	url,
	control,
}: ReturnType<typeof serviceForTests>): Promise<string> {
	const response = await fetch(`${url}/extApi/scheduleSms.php`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({
			...{ token: 'demo-token-full', from: 'MyShop', msg: 'x' },
			list: '0570002233,0570002234',
		}),
	});
	const { data } = (await response.json()) as { data: { taskId: string } };
	control.clearRequests();
	return data.taskId;
}
