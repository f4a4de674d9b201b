const { dest, parallel, src } = require('gulp');

/** Icons are named by the compiled nodes, so they must lie beside them in `dist`. */
function copyIcons() {
	return src('nodes/icons/*.svg', { encoding: false }).pipe(dest('dist/nodes/icons'));
}

/** Codex files give n8n's node panel its categories, aliases and documentation links. */
function copyCodex() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

/** Output schemas, by version, resource and operation: the editor offers their fields before the first run. */
function copySchemas() {
	return src('nodes/*/__schema__/**/*.json').pipe(dest('dist/nodes'));
}

exports['build:assets'] = parallel(copyIcons, copyCodex, copySchemas);
