import { Gate } from '../../nodes/shared/engine/gate';

/** A gate whose clock is in the hands of the test: `look` is one look at whether n8n still prepares items. */
function gateOf(last: number, pauseMs = 0) {
	const looks: Array<() => void> = [];
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((look) => {
		looks.push(look);
		return undefined as unknown as NodeJS.Timeout;
	});
	const gate = new Gate(last, pauseMs);
	const left: number[] = [];
	const turnedAway: number[] = [];
	const settled = async () => await new Promise((resolve) => setImmediate(resolve));
	return {
		gate,
		left,
		turnedAway,
		looks,
		settled,
		prepare: (...items: number[]) => items.forEach((item) => gate.notePrepared(item)),
		arrive: async (...items: number[]) => {
			for (const item of items) {
				void gate.pass().then((mayLeave) => (mayLeave ? left : turnedAway).push(item));
			}
			await settled();
		},
		look: async (times = 1) => {
			for (let time = 0; time < times; time++) {
				looks.shift()?.();
				await settled();
			}
		},
	};
}

afterEach(() => jest.restoreAllMocks());

describe('the requests of a run', () => {
	it('leave together, once the last item is prepared and all are checked', async () => {
		const { gate, left, prepare, arrive } = gateOf(2);
		prepare(0, 1);
		await arrive(0, 1);
		expect(left).toEqual([]);
		prepare(2);
		await arrive();
		expect(left).toEqual([]);
		await arrive(2);
		expect(left).toEqual([0, 1, 2]);
		expect([0, 1, 2, 3].map((item) => gate.isPrepared(item))).toEqual([true, true, true, false]);
	});

	it('wait for an item that is still being checked when the last one comes', async () => {
		const { left, prepare, arrive } = gateOf(2);
		prepare(0, 1, 2);
		await arrive(0, 2);
		expect(left).toEqual([]);
		await arrive(1);
		expect(left).toEqual([0, 2, 1]);
	});

	it('wait however long n8n takes, as long as it prepares further items', async () => {
		const { left, prepare, arrive, look } = gateOf(1_000);
		for (let item = 0; item < 300; item++) {
			prepare(item);
			await arrive(item);
			await look();
		}
		expect(left).toEqual([]);
	});

	it('wait however long the check of one of them takes', async () => {
		const { left, prepare, arrive, look } = gateOf(1_000);
		prepare(0, 1);
		await arrive(0);
		await look(300);
		expect(left).toEqual([]);
		await arrive(1);
		await look(300);
		expect(left).toEqual([0, 1]);
	});

	it.each([0, 10_000])(
		'leave in the end without a last item that never comes, after a pause of %i ms between batches',
		async (pauseMs) => {
			const { left, looks, prepare, arrive, look } = gateOf(2, pauseMs);
			prepare(0, 1);
			await arrive(0, 1);
			await look(pauseMs / 50);
			expect(left).toEqual([]);
			await look(100);
			expect(left).toEqual([0, 1]);
			expect(looks).toEqual([]);
		},
	);

	it('are watched by one clock, however many they are', async () => {
		const { looks, prepare, arrive, look } = gateOf(1_000);
		for (let item = 0; item < 50; item++) {
			prepare(item);
			await arrive(item);
			expect(looks).toHaveLength(1);
			await look();
		}
	});

	it('are turned away when n8n gives up, and none leaves after that', async () => {
		const { gate, left, turnedAway, prepare, arrive, look } = gateOf(2);
		prepare(0, 1);
		await arrive(0);
		gate.close();
		await arrive(1);
		prepare(2);
		await arrive(2);
		await look(100);
		expect(left).toEqual([]);
		expect(turnedAway).toEqual([0, 1, 2]);
	});

	it('that have left stay so when n8n gives up later', async () => {
		const { gate, left, turnedAway, prepare, arrive } = gateOf(1);
		prepare(0, 1);
		await arrive(0, 1);
		gate.close();
		await arrive();
		expect([left, turnedAway]).toEqual([[0, 1], []]);
	});
});
