import {
	ICredentialsHelper,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import { ExtApi } from '../../../credentials/ExtApi.credentials';

/** Hands one decrypted credential to every node, and authenticates requests with our credential type. */
export class OneCredential extends ICredentialsHelper {
	private readonly type = new ExtApi();

	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await this.type.authenticate(credentials, requestOptions);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('The stored form of the credential is not used by the engine');
	}

	/** Evaluates expressions in the values for the item at hand, as n8n does. */
	async getDecrypted(
		...[, , , mode, executeData, , values]: Partial<Parameters<ICredentialsHelper['getDecrypted']>>
	): Promise<ICredentialDataDecryptedObject> {
		const data = NodeHelpers.getNodeParameters(
			...([this.type.properties, this.data as INodeParameters, true, false, null, null] as const),
		) as ICredentialDataDecryptedObject;
		if (values === undefined) return data;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			data as INodeParameters,
			...([runExecutionData, runIndex, itemIndex, node.name, connectionInputData] as const),
			...([mode!, {}, executeData, false, data] as const),
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}

/** A credential that cannot be read at some of the times n8n asks for it, as when its store is away. */
export class FailingCredential extends OneCredential {
	private reads = 0;

	/**
	 * @param from number of the first reading that fails, 1 for the very first
	 * @param times how many fail from there
	 */
	constructor(
		data: ICredentialDataDecryptedObject,
		private readonly from: number,
		private readonly times: number,
	) {
		super(data);
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		this.reads += 1;
		if (this.reads >= this.from && this.reads < this.from + this.times) {
			throw new Error('The credential cannot be read');
		}
		return await super.getDecrypted();
	}
}

/** Holds the next request back, just before it leaves, until it is let go: what happens meanwhile happens in between. */
export function holdRequest() {
	let letGo!: () => void;
	let reach!: () => void;
	const gate = new Promise<void>((resolve) => (letGo = resolve));
	const isReached = new Promise<void>((resolve) => (reach = resolve));
	const { authenticate } = OneCredential.prototype;
	jest.spyOn(OneCredential.prototype, 'authenticate').mockImplementationOnce(async function (
		this: OneCredential,
		...request
	) {
		reach();
		await gate;
		return await authenticate.apply(this, request);
	});
	return { isReached, letGo };
}
