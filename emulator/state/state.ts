import type { Account, Token } from './account';
import type { AutomationRun } from './automation';
import type { Campaign } from './campaign';
import type { CodeSent } from './codes';

/** Everything the service remembers. A reset makes a new one, see `seedState`. */
export class State {
	readonly accounts: Map<string, Account>;
	readonly tokens: Map<string, Token>;
	readonly campaigns = new Map<string, Campaign>();
	readonly runs: AutomationRun[] = [];
	readonly codes: CodeSent[] = [];
	private lastCampaign = 0;
	private lastRun = 0;

	constructor(accounts: Account[], tokens: Token[]) {
		this.accounts = new Map(accounts.map((account) => [account.id, account]));
		this.tokens = new Map(tokens.map((token) => [token.token, token]));
	}

	/** The account of a token's owner; every seed token has one. */
	accountOf(token: Token): Account {
		const account = this.accounts.get(token.accountId);
		if (account === undefined) throw new Error(`token of unknown account ${token.accountId}`);
		return account;
	}

	/** A new campaign code. 18 digits, more than a JavaScript number holds: codes are strings of digits and must stay strings. */
	newTaskId(): string {
		this.lastCampaign += 1;
		return `7${String(this.lastCampaign).padStart(17, '0')}`;
	}

	/** A new run id, a string of 18 digits as well. */
	newRunId(): string {
		this.lastRun += 1;
		return `9${String(this.lastRun).padStart(17, '0')}`;
	}
}
