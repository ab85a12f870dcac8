import { idKey } from '../api/specification/ids';

/** What of the account a poll looks at. */
export interface Scope {
	/** Other credentials may be those of another account. */
	credentialsId: string;
	/** Empty: all users. */
	groupIds: readonly string[];
}

/** The scope as the cursor keeps it. */
export function scopeText({ credentialsId, groupIds }: Scope): string {
	return `${credentialsId} ${[...new Set(groupIds.map(idKey))].join(',')}`;
}

/** Whether a poll that looked at `text` saw everything that one of this scope looks at. */
export function wasSeen(text: string, scope: Scope): boolean {
	const end = text.lastIndexOf(' ');
	if (text.slice(0, end) !== scope.credentialsId) return false;
	if (text.endsWith(' ')) return true;
	const groups = text.slice(end + 1).split(',');
	return scope.groupIds.length > 0 && scope.groupIds.every((id) => groups.includes(idKey(id)));
}
