import { getMany } from '../../lists';

/** GET /assessments */
export const assessmentGetAll = getMany('assessments', 'listAssessments');
