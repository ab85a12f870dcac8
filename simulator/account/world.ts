import type { FileRecord } from '../files/fileRecord.ts';
import type { Account } from './account.ts';
import type { SignInLinkRecord } from './records.ts';

/** Everything the service stores. */
export interface World {
	/** The account under test. */
	account: Account;
	/** Another customer's: what it owns is refused to the account under test (403). */
	otherAccount: Account;
	files: Map<string, FileRecord>;
	signInLinks: Map<string, SignInLinkRecord>;
}

export function accountOfKey(world: World, apiKey: string): Account | null {
	return [world.account, world.otherAccount].find((account) => account.apiKeys.get(apiKey) === 'active') ?? null;
}
