import { State } from '../state/state';
import { seedAccounts } from './accounts';
import { seedTokens } from './tokens';

/** What the service remembers when it starts and after a reset. */
export const seedState = (): State => new State(seedAccounts(), seedTokens);
