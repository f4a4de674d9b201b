import { Control } from './control/control';
import { createServer } from './http/server';
import { Service } from './service/service';
import type { SettingValues } from './state/settings';

export type { Control } from './control/control';
export { faultKinds, type FaultKind, type FaultRule } from './faults/faults';
export type { EndpointName } from './protocol/endpointNames';
export type { LedgerEntry, LedgerView } from './state/ledger';
export { readings, type Readings } from './protocol/readings';
export type { RequestRecord } from './state/requestLog';

/** How an emulator starts. */
export interface EmulatorOptions extends Partial<SettingValues> {
	/** TCP port; 0 takes any free one. */
	port?: number;
	/** Address or name of this machine to listen on; loopback when left out. */
	host?: string;
}

/** A running emulator. */
export interface Emulator {
	/** For example `http://127.0.0.1:9292`; the base URL of a credential. */
	url: string;
	control: Control;
	/** What stands behind the HTTP face, for tests of the emulator itself. */
	service: Service;
	close(): Promise<void>;
}

/**
 * Starts the whole service on this machine. It listens on loopback only, unless `host` says otherwise.
 *
 * @throws when the port is taken (`code` EADDRINUSE)
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const { port = 0, host = '127.0.0.1', ...settings } = options;
	const service = new Service(settings);
	const control = new Control(service);
	const server = createServer(service, control, host);
	const url = await server.listen({ port, host });
	return {
		url,
		control,
		service,
		close: async () => {
			service.clock.reset();
			await server.close();
		},
	};
}
