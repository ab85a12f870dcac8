import type { Account } from './account';
import type { ApiContext } from './context';
import type { ListFold } from './listReader/listReader';
import { ListReader } from './listReader/listReader';
import type { ApiRequest } from './request';
import { callEndpoint } from './request';
import type { ListCheck } from '../specification/responses';

/**
 * Asks for a list that may be long, and makes something of its elements as they arrive: neither the answer nor the list is
 * ever held whole.
 *
 * @param begin called for each try: one that breaks off leaves nothing behind
 * @throws NodeApiError as `callEndpoint` does
 */
export async function readList<T, R>(
	context: ApiContext,
	account: Account,
	request: Omit<ApiRequest, 'receive' | 'readPieces'>,
	list: ListCheck<T>,
	begin: () => ListFold<T, R>,
): Promise<R> {
	const newReader = () => new ListReader(list, begin());
	let reader: ListReader<T, R> | undefined;
	const readPieces = () => {
		const current = newReader();
		reader = current;
		return (piece: Buffer) => current.read(piece);
	};
	return await callEndpoint(context, account, { ...request, readPieces }, () => (reader ?? newReader()).finish());
}
