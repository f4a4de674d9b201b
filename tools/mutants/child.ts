import 'reflect-metadata';
import { ModernFakeTimers } from '@jest/fake-timers';
import type { Config } from '@jest/types';
import * as circus from 'jest-circus';
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';
import { DataDeduplicationService } from 'n8n-core';
import { readFileSync } from 'node:fs';
import { isolateModules, loadAnew, loadWoven } from './loading';
import type { Answer, Coverage, Seen, Task } from './messages';
import { SWITCH, type Mutant } from './weave';

/** Its test may last that long, as the tests' own settings say. */
const testTimeoutMs = 120_000;

let active: number | undefined;
let ran = new Set<number>();

/** Tests of one file run at a time; their events come in order. */
let onEvent: (name: string, test: CircusTest) => void = () => {};

interface CircusTest {
	name: string;
	mode?: string | null;
	errors: unknown[];
	startedAt?: number | null;
	duration?: number | null;
}

/**
 * Runs test files inside this process, again and again with another mutant: far faster than Jest, which
 * starts each file in a world of its own.
 *
 * @param args path of a file with the mutants, as JSON
 */
export async function main([file]: string[]): Promise<number> {
	process.env.N8N_LOG_LEVEL = 'silent';
	const mutants = JSON.parse(readFileSync(file, 'utf8')) as Mutant[];
	loadWoven(mutants);
	giveGlobals();
	// A mutant may well leave a promise that no one waits for.
	process.on('unhandledRejection', () => {});
	process.on('uncaughtException', () => {});
	circus.addEventHandler(({ name, ...event }: { name: string }) => {
		const { test } = event as { test?: CircusTest };
		if (test !== undefined) onEvent(name, test);
	});
	process.on('message', (task: Task) => void answer(task));
	process.send!('ready');
	return await new Promise((resolve) => process.once('disconnect', () => resolve(0)));
}

async function answer(task: Task): Promise<void> {
	const reply: Answer =
		task.kind === 'cover'
			? await cover(task.file).then(
					(coverage) => ({ coverage }),
					(error: Error) => ({ failed: error.message }),
				)
			: { failed: await attempt(task.file, task.mutant, task.tests) };
	process.send!(reply);
}

function giveGlobals(): void {
	const mocker = new ModuleMocker(globalThis);
	const config = { rootDir: process.cwd(), fakeTimers: {} } as Config.ProjectConfig;
	const timers = new ModernFakeTimers({ config, global: globalThis });
	const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
	Object.assign(globalThis, {
		describe,
		it,
		test,
		beforeAll,
		beforeEach,
		afterAll,
		afterEach,
		expect,
	});
	Object.assign(globalThis, {
		[SWITCH]: (id: number) => {
			ran.add(id);
			return id === active;
		},
		jest: {
			fn: mocker.fn.bind(mocker),
			spyOn: mocker.spyOn.bind(mocker),
			restoreAllMocks: () => mocker.restoreAllMocks(),
			isolateModules,
			setTimeout: () => {},
			useFakeTimers: (given: Config.FakeTimersConfig) => timers.useFakeTimers(given),
			useRealTimers: () => timers.useRealTimers(),
			setSystemTime: (now: Date) => timers.setSystemTime(now),
			advanceTimersByTimeAsync: async (ms: number) => await timers.advanceTimersByTimeAsync(ms),
		},
	});
}

/** Loads a file and runs its tests. */
async function runFile(file: string): Promise<void> {
	circus.resetState();
	// Jest gives each file an n8n of its own; this is the one place where n8n-core keeps what a file gave it.
	Reflect.set(DataDeduplicationService, 'instance', undefined);
	circus.getState().testTimeout = testTimeoutMs;
	loadAnew(file);
	await circus.run();
}

/** Twice, since a test counts only when it passes in a process that has run it before. */
async function cover(file: string): Promise<Coverage> {
	const first = await coverOnce(file);
	const { tests, whileLoading } = await coverOnce(file);
	return {
		tests: tests.map((test, at) => ({ ...test, passed: test.passed && first.tests[at].passed })),
		whileLoading,
	};
}

async function coverOnce(file: string): Promise<Coverage> {
	active = undefined;
	ran = new Set();
	const tests: Seen[] = [];
	let whileLoading: number[] | undefined;
	let before = process.cpuUsage();
	onEvent = (name, test) => {
		if (name === 'test_start') {
			whileLoading ??= [...ran];
			ran = new Set();
			before = process.cpuUsage();
		} else if (name === 'test_done') {
			const { name: title, errors, duration } = test;
			const { user, system } = process.cpuUsage(before);
			const cpuMs = (user + system) / 1_000;
			const passed = errors.length === 0;
			tests.push({ name: title, ms: duration ?? 0, cpuMs, ran: [...ran], passed });
		} else if (name === 'test_skip' || name === 'test_todo') {
			tests.push({ name: test.name, ms: 0, cpuMs: 0, ran: [], passed: false });
		}
	};
	await runFile(file);
	return { tests, whileLoading: whileLoading ?? [] };
}

/** Runs some tests of a file with a mutant, up to the first that fails. */
async function attempt(file: string, mutant: number, tests: number[]): Promise<string | undefined> {
	active = mutant;
	let at = -1;
	let failed: string | undefined;
	onEvent = (name, test) => {
		if (name === 'test_start') {
			at++;
			if (failed !== undefined || !tests.includes(at)) test.mode = 'skip';
		} else if (name === 'test_done' && test.errors.length > 0) {
			failed ??= test.name;
		}
	};
	try {
		await runFile(file);
	} catch (error) {
		failed ??= `it cannot be loaded: ${(error as Error).message}`;
	}
	active = undefined;
	return failed;
}
