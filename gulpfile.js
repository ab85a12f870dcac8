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

/** Icons, codex files and output schemas, which n8n reads in addition to the compiled code. */
function assets() {
	return gulp
		.src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: '.', encoding: false })
		.pipe(gulp.dest('dist'));
}

/** A hash of the package's sources and of the build output. */
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

/** Builds, unless the existing build came from the same sources, because concurrent tests all ask for a build. */
exports.build = (done) => {
	const stamps = globSync('.cache/built').map((file) => readFileSync(file, 'utf8'));
	if (stamps.includes(state())) return done();
	console.log('Building the package …');
	return everything(done);
};
exports.default = exports.build;
