/** Two options of the action node as the editor labels them, and as messages name them. */
export const TIMEOUT_LABEL = 'Timeout (Seconds)';
export const MAX_RATE_LIMIT_WAIT_LABEL = 'Max Rate Limit Wait (Seconds)';
