// Runs on the Node of an installed n8n, in an environment to be judged, and prints as JSON what that n8n's own code for
// migrations says about it and about workflows. Nothing is started, and no database is opened.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const [modules, ...workflowFiles] = process.argv.slice(2);
const n8n = path.join(modules, 'n8n', 'dist');
const ofN8n = createRequire(path.join(n8n, 'package.json'));

/** Names of the variables that n8n has asked for. */
const known = new Set();
process.env = new Proxy(process.env, {
	get: (variables, name) => (known.add(name), variables[name]),
	has: (variables, name) => (known.add(name), name in variables),
});
const invalid = [];
console.warn = (message) => invalid.push(message);
console.log = console.info = () => {};

const { Container } = ofN8n('@n8n/di');
const { BreakingChangeRuleMetadata } = ofN8n('@n8n/decorators');
const { LicenseState } = ofN8n('@n8n/backend-common');
const { SettingsRepository } = ofN8n('@n8n/db');
const { GlobalConfig } = ofN8n('@n8n/config');
const { groupNodesByType } = require(
	path.join(n8n, 'modules', 'breaking-changes', 'group-nodes-by-type.js'),
);

/** A first start: nothing is set in the database, and there is no license. */
function asNew() {
	Container.set(SettingsRepository, { findByKey: async () => null, findByKeys: async () => [] });
	Container.set(LicenseState, { isExternalSecretsLicensed: () => false });
}

function rulesOfVersion3() {
	require(path.join(n8n, 'modules', 'breaking-changes', 'rules', 'index.js'));
	return Container.get(BreakingChangeRuleMetadata)
		.getEntries()
		.map((entry) => Container.get(entry.class))
		.filter((rule) => rule.getMetadata().version === 'v3');
}

async function affectedBy(rule) {
	if (rule.detect) return (await rule.detect()).isAffected ? ['environment'] : [];
	const affected = [];
	for (const file of workflowFiles) {
		const workflow = JSON.parse(readFileSync(file, 'utf8'));
		const { isAffected } = await rule.detectWorkflow(workflow, groupNodesByType(workflow.nodes));
		if (isAffected) affected.push(path.basename(file));
	}
	return affected;
}

/** Variables that a rule speaks of. */
function variablesOf(rule) {
	const { title, description } = rule.getMetadata();
	return `${title} ${description}`.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
}

/** Variables n8n would warn of at its start, whether they are set or missing. */
function deprecatedVariables() {
	const { DeprecationService } = require(path.join(n8n, 'deprecation', 'deprecation.service.js'));
	const service = Container.get(DeprecationService);
	service.logger = { warn: () => {} };
	service.warn();
	return [...service.state].filter(([, { mustWarn }]) => mustWarn).map(([{ envVar }]) => envVar);
}

async function report() {
	asNew();
	const { endpoints } = Container.get(GlobalConfig);
	const rules = [];
	for (const rule of rulesOfVersion3()) {
		rules.push({ id: rule.id, affected: await affectedBy(rule), variables: variablesOf(rule) });
	}
	const read = [...known].filter((name) => typeof name === 'string');
	const { webhook, webhookWaiting, form, formWaiting, mcp } = endpoints;
	return {
		rules,
		known: read,
		invalid,
		deprecated: deprecatedVariables(),
		webhookPaths: [webhook, webhookWaiting, form, formWaiting, mcp],
	};
}

report().then(
	(result) => {
		process.stdout.write(JSON.stringify(result), () => process.exit(0));
	},
	(error) => {
		console.error(error);
		process.exit(1);
	},
);
