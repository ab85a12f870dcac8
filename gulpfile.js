const { execFile } = require('node:child_process');
const { createHash } = require('node:crypto');
const { globSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { rm } = require('node:fs/promises');
const { join } = require('node:path');
const { promisify } = require('node:util');
const gulp = require('gulp');

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

async function compile() {
	try {
		await promisify(execFile)(process.execPath, [require.resolve('typescript/bin/tsc')]);
	} catch (error) {
		throw new Error(`TypeScript found errors:\n${error.stdout}`, { cause: error });
	}
}

/** Icons, codex files and output schemas: what n8n reads beside the compiled code. */
function assets() {
	return gulp
		.src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: '.', encoding: false })
		.pipe(gulp.dest('dist'));
}

/** A hash of what the package is built from and of what is built. */
function state() {
	const hash = createHash('sha256');
	const parts = ['{nodes,credentials,icons,dist}/**', 'gulpfile.js', 'tsconfig.json', 'package.json'];
	const files = globSync(parts, { withFileTypes: true }).filter((entry) => entry.isFile());
	for (const file of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
		hash.update(`${file}\0`).update(readFileSync(file));
	}
	return hash.digest('hex');
}

async function stamp() {
	mkdirSync('.cache', { recursive: true });
	writeFileSync('.cache/built', state());
}

const everything = gulp.series(clean, gulp.parallel(compile, assets), stamp);

/** Builds, unless what is built came from these very sources: tests that run side by side all ask for it. */
exports.build = (done) => {
	const stamps = globSync('.cache/built').map((file) => readFileSync(file, 'utf8'));
	if (stamps.includes(state())) return done();
	console.log('Building the package …');
	return everything(done);
};
exports.default = exports.build;
