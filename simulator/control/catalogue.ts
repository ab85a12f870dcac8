import { addAssessment, addGroup } from '../account/catalogue.ts';
import type { AssessmentKind } from '../account/records.ts';
import { FILE_KINDS } from '../files/fileRecord.ts';
import { usersNamed, type UserIdentity } from '../routes/identity.ts';
import { SimulatorError } from '../simulatorError.ts';
import { createFile } from './files.ts';
import type { NewUser, NewUsers, UserPage } from './interface.ts';
import { get, post } from './method.ts';
import { addUser, addUsers, controlledUser } from './people.ts';
import { assessmentKind, count, flag, moment, nullable, oneOf, status, text, texts } from './schemas.ts';
import { pageOfUsers } from './userPage.ts';

/** What an account consists of. */
export const catalogue = {
	addAssessment: post(
		'/assessments',
		({ world, random }, { name, kind }: { name: string; kind: AssessmentKind }) =>
			addAssessment(world.account, name, kind, random),
		{ name: text, kind: assessmentKind },
		['name', 'kind'],
	),
	renameAssessment: post(
		'/assessments/rename',
		({ world }, { assessmentId, name }: { assessmentId: string; name: string }) => {
			const assessment = world.account.assessments.get(assessmentId);
			if (!assessment) throw new SimulatorError(404, 'No such assessment');
			assessment.name = name;
			return { ...assessment };
		},
		{ assessmentId: text, name: text },
		['assessmentId', 'name'],
	),
	changeEmail: post(
		'/users/email',
		({ world }, { userId, email }: { userId: string; email: string }) => {
			const user = world.account.users.get(userId);
			if (!user) throw new SimulatorError(404, 'No such user');
			world.account.changeEmail(user, email);
			return { ...user };
		},
		{ userId: text, email: text },
		['userId', 'email'],
	),
	addGroup: post(
		'/groups',
		({ world, random }, { name }: { name: string }) => addGroup(world.account, name, random),
		{ name: text },
		['name'],
	),
	addUser: post('/users', (service, input: NewUser) => controlledUser(service, addUser(service, input)), {
		givenName: text,
		surname: text,
		email: text,
		uniqueIdentifier: text,
		studentId: text,
		groupIds: texts,
		administrator: flag,
	}),
	/** Many at once, without events. */
	addUsers: post(
		'/users/bulk',
		(service, input: NewUsers) => addUsers(service, input),
		{
			count,
			reportsPerUser: count,
			status,
			assessmentId: text,
			completedFrom: moment,
			completedTo: moment,
			groupIds: texts,
		},
		['count'],
	),
	/** In the order of creation unless said otherwise. `search`: only those whose name, e-mail or identifiers contain it. */
	users: get(
		'/users',
		(service, page: UserPage) =>
			pageOfUsers([...service.world.account.users.values()], page).map((user) => controlledUser(service, user)),
		{ offset: count, limit: count, search: text, newestFirst: flag },
	),
	user: get(
		'/user',
		(service, identity: UserIdentity) => {
			const [user, ...others] = usersNamed(service.world.account, identity, service.settings);
			if (!user || others.some((other) => other !== user)) throw new SimulatorError(404, 'No such user');
			return controlledUser(service, user);
		},
		{ userId: text, emailAddress: text, uniqueIdentifier: text },
	),
	createFile: post(
		'/files',
		createFile,
		{
			bytes: count,
			kind: oneOf(...FILE_KINDS),
			contentType: text,
			contentDisposition: nullable(text),
			declareLength: flag,
			withSha256: flag,
		},
		['bytes'],
	),
};
