import { idKey } from '../api/ids';

/** What of the account a poll looks at. */
export interface Scope {
	/** Other credentials may be those of another account. */
	credentialsId: string;
	/** Empty: all users. */
	groupIds: readonly string[];
}

/** The scope as the cursor keeps it: the same text for the same scope, whatever the order of the groups. */
export function scopeText({ credentialsId, groupIds }: Scope): string {
	return `${credentialsId} ${[...new Set(groupIds.map(idKey))].sort().join(',')}`;
}

/** Whether a poll that looked at `text` saw everything that one of this scope looks at. */
export function wasSeen(text: string, scope: Scope): boolean {
	const end = text.lastIndexOf(' ');
	if (text.slice(0, Math.max(end, 0)) !== scope.credentialsId) return false;
	const groups = text.slice(end + 1);
	if (groups === '') return true;
	return scope.groupIds.length > 0 && scope.groupIds.every((id) => groups.split(',').includes(idKey(id)));
}
