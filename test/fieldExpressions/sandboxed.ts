import { Expression } from 'n8n-workflow';
import { compareWithN8n, workflow } from './compare';

/**
 * Compares with n8n's engine that evaluates in a world of its own, in a process of its own: Jest cannot load it.
 * Prints how many expressions could be filled.
 *
 * @param args how many to try
 */
export async function main([numRuns]: string[]): Promise<number> {
	await Expression.initExpressionEngine({
		engine: 'quickjs',
		bridgeTimeout: 5_000,
		bridgeMemoryLimit: 128,
		maxCodeCacheSize: 1_024,
		poolSize: 1,
	});
	try {
		await workflow.expression.acquireIsolate();
		if (Expression.getActiveImplementation() !== 'quickjs') throw new Error('Another engine runs');
		console.log(compareWithN8n(Number(numRuns)));
		return 0;
	} finally {
		await workflow.expression.releaseIsolate();
		await Expression.disposeExpressionEngine();
	}
}
