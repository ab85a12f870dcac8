/** What is nested deeper is no answer of this service, and would overflow the stack of whoever walks through it. */
export const MAX_DEPTH = 500;

/** One element, in bytes: a user with some 15,000 score reports. */
export const MAX_ELEMENT_BYTES = 32 * 2 ** 20;

/** All that stands beside the list, in bytes. */
export const MAX_SURROUNDING_BYTES = 8 * 2 ** 20;
