import { becomes, parametersOf } from '../tools/parameterFields';
import { everyOperation } from './operations';

/**
 * The parameters of each operation, by wire name. `schedule` means `dh`, `di`, `dy`, `dm` and `dd`, which the service
 * takes only together.
 */
export const documentedParameters: Record<string, string[]> = Object.fromEntries(
	everyOperation.map((operation) => {
		const wires = parametersOf(operation).map(([wire]) =>
			becomes.sendAt.includes(wire) ? 'schedule' : wire,
		);
		return [operation.name, [...new Set(wires)]];
	}),
);
