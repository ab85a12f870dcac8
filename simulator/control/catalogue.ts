import { addAssessment, addGroup } from '../account/catalogue.ts';
import { usersNamed } from '../routes/identity.ts';
import type { Service } from '../service.ts';
import { SimulatorError } from '../simulatorError.ts';
import { createFile } from './files.ts';
import type { SimulatorControl } from './interface.ts';
import { addUser, addUsers, controlledUser } from './people.ts';
import { pageOfUsers } from './userPage.ts';

type Catalogue = Pick<
	SimulatorControl,
	'addAssessment' | 'addGroup' | 'addUser' | 'addUsers' | 'users' | 'user' | 'createFile'
>;

/** What an account consists of. */
export function catalogueControl(service: Service): Catalogue {
	return {
		addAssessment: async ({ name, kind }) => addAssessment(service.world.account, name, kind, service.random),
		addGroup: async ({ name }) => addGroup(service.world.account, name, service.random),
		addUser: async (input) => controlledUser(service, addUser(service, input)),
		addUsers: async (input) => addUsers(service, input),
		users: async (page) =>
			pageOfUsers([...service.world.account.users.values()], page).map((user) => controlledUser(service, user)),
		user: async (identity) => {
			const { world, settings } = service;
			const [user, ...others] = usersNamed(world.account, identity, settings);
			if (!user || others.some((other) => other !== user)) throw new SimulatorError(404, 'No such user');
			return controlledUser(service, user);
		},
		createFile: async (input) => createFile(service, input),
	};
}
