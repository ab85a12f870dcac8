import { statfsSync } from 'node:fs';

const oldestNode = 20;

/** The error for a Node that is too old, or undefined. @param {string} version for example "20.11.0" */
export function nodeVersionProblem(version) {
	const [major] = version.split('.');
	return Number(major) >= oldestNode
		? undefined
		: `This is Node ${version}. Install Node ${oldestNode} or newer (https://nodejs.org), then try again.`;
}

/** The error for a disk without room for so many GB, or undefined. @param {string} folder @param {number} gigabytes */
export function diskSpaceProblem(folder, gigabytes) {
	const { bavail, bsize } = statfsSync(folder);
	const free = (bavail * bsize) / 1e9;
	return free >= gigabytes
		? undefined
		: `Installing needs ${gigabytes} GB of disk space and only ${free.toFixed(1)} GB are free.`;
}

/** What to do when a native package couldn't be built. */
export const compilerHint =
	'n8n stores its data with a native package that is compiled here: it needs Python 3, make and a C++ compiler.\n' +
	'  Debian, Ubuntu: apt-get install -y python3 make g++\n' +
	'  macOS:          xcode-select --install';
