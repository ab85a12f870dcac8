// Finds habits of translated English in what people read. Usage: node scripts/lintWords.ts [file…]
import { globSync, readFileSync } from 'node:fs';

import { habitsIn, textsOf } from './words.ts';

const named = process.argv.slice(2);
const files =
	named.length > 0 ? named : globSync(['*.md', 'docs/*.md', 'examples/*.{md,json}', '{nodes,credentials}/**/*.ts']);
const problems = files.flatMap((file) =>
	textsOf(file, readFileSync(file, 'utf8')).flatMap((text) =>
		habitsIn(text, file.endsWith('.ts') ? 'interface' : 'page').map(
			(habit) => `${file}: ${habit}, in "${text.trim()}"`,
		),
	),
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
