import type { ICredentialDataDecryptedObject, ICredentialType, IHttpRequestOptions } from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';

export interface CredentialsData {
	apiKey: string;
	baseHost: string;
	apiVersion: string;
}

const notPart = async () => await Promise.reject(new Error('Stored credentials are not part of this test'));

/**
 * One set of credentials for one type, with n8n's own handling of a declarative `authenticate`. n8n's helper, which does
 * the same over a database, isn't part of n8n-core.
 */
export class CredentialsOfTest extends ICredentialsHelper {
	private readonly type: ICredentialType;
	private readonly data: CredentialsData;

	/** @param data changing it later simulates a user who edits the credentials */
	constructor(type: ICredentialType, data: CredentialsData) {
		super();
		this.type = type;
		this.data = data;
	}

	override authenticate: ICredentialsHelper['authenticate'] = async (credentials, _type, request, workflow, node) => {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'object' || workflow === undefined || node === undefined)
			throw new Error('Only declarative authentication is expected here');
		const options = request as IHttpRequestOptions;
		const headers = Object.entries(authenticate.properties.headers ?? {}).map(([name, value]) => [
			name,
			workflow.expression.getSimpleParameterValue(node, value as string, 'internal', { $credentials: credentials }),
		]);
		return { ...options, headers: { ...options.headers, ...(Object.fromEntries(headers) as object) } };
	};

	override getParentTypes = () => [];
	override isCredentialUsableByNode = () => true;
	/** Resolves expressions with the values of an item, as n8n does. */
	override getDecrypted: ICredentialsHelper['getDecrypted'] = async (...[, , , mode, , , values]) => {
		const own: Array<[string, string]> = Object.entries(this.data);
		if (values === undefined || !own.some(([, value]) => value.startsWith('='))) return { ...this.data };
		const { workflow, node, runExecutionData, runIndex, itemIndex, connectionInputData } = values;
		const resolve = (value: string) =>
			workflow.expression.getParameterValue(
				value,
				...([runExecutionData, runIndex, itemIndex, node.name, connectionInputData, mode, {}] as const),
			);
		const resolved = own.map(([name, value]) => [name, resolve(value)]);
		return await Promise.resolve(Object.fromEntries(resolved) as ICredentialDataDecryptedObject);
	};
	override getCredentialsProperties = () => this.type.properties;
	override preAuthentication = async () => await Promise.resolve(undefined);
	override runPreAuthentication = async () => await Promise.resolve(undefined);
	override getCredentials = notPart;
	override updateCredentials = notPart;
	override updateCredentialsOauthTokenData = notPart;
}
