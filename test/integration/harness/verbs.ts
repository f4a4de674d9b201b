import { verbsOf } from '../../../nodes/shared/service/nodeErrors';
import type { Operation } from '../../operations';

/** An error says what the operation does: contacts are added, balances changed, and only messages sent. */
export function expectItsVerbs({ parameters }: Operation, text: string): void {
	const { done } = verbsOf({ parameters });
	if (done !== 'sent') expect(text).not.toMatch(/\b(?:send|sent)\b/i);
	const said = /\bnothing was (\w+)/i.exec(text)?.[1] ?? done;
	expect([done, 'changed']).toContain(said);
}
