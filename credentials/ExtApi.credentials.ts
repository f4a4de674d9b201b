import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { jsonBody, tokenText, toService } from '../nodes/shared/service/connection';

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
	 * Puts the token into the JSON body of a request, never into a URL (specification, conventions "token everywhere" and
	 * "keep it secret"), and only of a request to the service itself: HTTP Request asks this for any URL that a person types.
	 *
	 * A property, not a method: n8n copies the type with `{ ...credential }`, which loses methods. Without it, n8n does not
	 * offer the credential in HTTP Request.
	 *
	 * @throws UserError for a base URL that is not an http(s) URL, another origin, a token that is no text, or a
	 *   body that is not JSON
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...toService(credentials.baseUrl, requestOptions),
		body: {
			...jsonBody(requestOptions),
			token: tokenText(credentials.token),
		},
	});
}
