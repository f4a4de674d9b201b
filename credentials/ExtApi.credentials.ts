import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { serviceUrl } from '../nodes/shared/service/connection';

export class ExtApi implements ICredentialType {
	name = 'extApi';

	displayName = 'ExtApi API';

	icon = {
		light: 'file:../nodes/icons/extApi.svg',
		dark: 'file:../nodes/icons/extApi.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/n8n-nodes-extapi/n8n-nodes-extapi#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://messages.example.com',
			description: 'URL of the service, with or without /extApi at the end',
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				"Interface token, created in the service under 'account and sub-admin management' > 'interface tokens'. It needs the permission for each operation you use.",
		},
		{
			// Says whether items can have different accounts, so that a node opens the credential once where they
			// cannot. $rawParameter with & is a neighboring value as it was entered (n8n 2.0 and 2.41).
			displayName: 'Has Expressions',
			name: 'hasExpressions',
			type: 'hidden',
			default:
				'={{ [$rawParameter["&baseUrl"], $rawParameter["&token"]].some((value) => String(value).startsWith("=")) }}',
		},
	];

	/**
	 * Adds the base URL to a request and puts the token into its JSON body, never into a URL
	 * (specification, conventions "token everywhere" and "keep it secret").
	 *
	 * @throws UserError when the base URL is not an http(s) URL
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return {
			...requestOptions,
			baseURL: serviceUrl(credentials.baseUrl),
			body: {
				...(requestOptions.body as IDataObject),
				token: String(credentials.token ?? '').trim(),
			},
		};
	}
}
