import { getMany } from '../../lists';

/** GET /groups */
export const groupGetAll = getMany('groups', 'listGroups');
