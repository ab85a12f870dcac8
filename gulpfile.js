const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const gulp = require('gulp');

const run = promisify(execFile);

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

async function compile() {
	try {
		await run(process.execPath, [require.resolve('typescript/bin/tsc')]);
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

/** So that whoever needs the package built does not build it again while others use it. */
async function stamp() {
	const { stampBuild } = await import('./scripts/build/index.mjs');
	stampBuild(process.cwd());
}

exports.build = gulp.series(clean, gulp.parallel(compile, assets), stamp);
exports.default = exports.build;
