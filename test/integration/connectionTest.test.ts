// If this fails, a wrong credential tests as right, or a right one as wrong.
import 'reflect-metadata';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import { extApiConnectionTest } from '../../nodes/shared/service/connectionTest';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();

const test = async (baseUrl: string, token = 'demo-token-full') =>
	await extApiConnectionTest.call(
		new CredentialTestContext({} as IWorkflowExecuteAdditionalData) as ICredentialTestFunctions,
		{ id: '1', name: 'test', type: 'extApi', data: { baseUrl, token } },
	);

describe('the connection test of the credential', () => {
	it.each(['full', 'voice', 'subadmins', 'subadmin-1'])(
		'is green for demo-token-%s',
		async (name) => {
			expect(await test(service.url, `demo-token-${name}`)).toMatchObject({ status: 'OK' });
			for (const { url } of service.control.requests()) expect(url).not.toContain('demo-token');
		},
	);

	it.each([
		['wrong', 'token invalid or missing'],
		['demo-token-inactive-account', 'the account is not active'],
	])('shows the words of the service for %s', async (token, words) => {
		expect(await test(service.url, token)).toEqual({
			status: 'Error',
			message: `The service refused the token: "${words}"`,
		});
	});

	it.each([
		['messages.example.com', /must start with http/],
		['', /Base URL is empty/],
		['http://', /not a valid URL/],
	])('says what is wrong with the base URL "%s"', async (baseUrl, message) => {
		expect(await test(baseUrl)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(message),
		});
	});

	it('says that the base URL is missing where n8n has nothing of the credential yet', async () => {
		const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
		const nothing = { id: '1', name: 'test', type: 'extApi' };
		const tested = extApiConnectionTest.call(context as ICredentialTestFunctions, nothing);
		expect(await tested).toMatchObject({ message: expect.stringMatching(/Base URL is empty/) });
	});

	it('waits 15 seconds for the service, and no longer', async () => {
		const { timeout } = AbortSignal;
		const spy = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
		service.control.addFaults([{ kind: 'delay', ms: 3_000 }]);
		const start = Date.now();
		expect(await test(service.url)).toEqual({
			...{ status: 'Error', message: 'The reply did not end in time' },
		});
		expect(Date.now() - start).toBeLessThan(2_500);
		expect(spy.mock.calls).toEqual([[15_000]]);
		spy.mockRestore();
	});

	it('does not take a web page for the service', async () => {
		service.control.addFaults([{ kind: 'http500' }]);
		expect(await test(service.url)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/HTTP status 500/),
		});
	});

	it('follows no redirect, which would hand the token to another address', async () => {
		service.control.addFaults([{ kind: 'redirect' }]);
		expect(await test(service.url)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/it redirects to another URL/),
		});
		expect(service.control.requests()).toHaveLength(1);
	});
});
