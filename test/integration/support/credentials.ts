import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeProperties,
	IRequestOptionsSimplified,
	Workflow,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';

/** What the credentials of the node hold. */
export interface CredentialsData {
	apiKey: string;
	baseHost: string;
	apiVersion: string;
}

/**
 * One set of credentials for one type, with n8n's own reading of a declarative `authenticate`. n8n's helper, which does
 * the same over a database, is not part of n8n-core.
 */
export class CredentialsOfTest extends ICredentialsHelper {
	private readonly type: ICredentialType;
	private readonly data: CredentialsData;

	/** @param data changed later, it is as if somebody edited the credentials */
	constructor(type: ICredentialType, data: CredentialsData) {
		super();
		this.type = type;
		this.data = data;
	}

	override getParentTypes(): string[] {
		return [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'object' || workflow === undefined || node === undefined) {
			throw new Error('Only declarative authentication is expected here');
		}
		const headers = Object.fromEntries(
			Object.entries(authenticate.properties.headers ?? {}).map(([name, value]) => [
				name,
				workflow.expression.getSimpleParameterValue(node, headerExpression(value), 'internal', {
					$credentials: credentials,
				}),
			]),
		);
		if (!('url' in requestOptions)) throw new Error('The request has no URL');
		return { ...requestOptions, url: String(requestOptions.url), headers: { ...requestOptions.headers, ...headers } };
	}

	override async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async getCredentials(): Promise<ICredentials> {
		throw new Error('Stored credentials are not part of this test');
	}

	override async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
	}

	override async updateCredentials(): Promise<void> {}

	override async updateCredentialsOauthTokenData(): Promise<void> {}

	override getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}

function headerExpression(value: unknown): string {
	if (typeof value !== 'string') throw new Error('A header is declared as a text');
	return value;
}
