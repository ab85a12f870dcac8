import { chosenGeneration } from '../playground/generation.ts';

/** Whether the tests run on n8n's 1.x line. */
export const isFirstGeneration = chosenGeneration(process.env) === 'v1';
