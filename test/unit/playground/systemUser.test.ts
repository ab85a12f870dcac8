import { expect, it } from 'vitest';

import { userIn } from '../../../playground/queue/systemUser.ts';

const root = 'root:x:0:0:root:/root:/bin/bash';
const nobody = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';
const postgres = 'postgres:x:105:110:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash';

it.each([
	['the first one wanted, wherever it stands', [root, nobody, postgres], { uid: 105, gid: 110 }],
	['another one where that is missing', [root, nobody], { uid: 65534, gid: 65533 }],
	['none of an empty list', [], undefined],
	['only whole names count', ['postgres2:x:1:1::/:/bin/sh', root], undefined],
])('%s', (_, lines, user) => {
	expect(userIn(`${lines.join('\n')}\n`, ['postgres', 'nobody'])).toEqual(user);
});
