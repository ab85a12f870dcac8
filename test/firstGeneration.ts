import { chosenGeneration } from '../playground/generation.ts';

/** Whether the tests run on n8n 1.x. */
export const isFirstGeneration = chosenGeneration(process.env) === 'v1';
