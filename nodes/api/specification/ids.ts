/** The service's identifiers are UUIDs (specification, Resources), which are the same in either case. */
export function idKey(id: string): string {
	return id.trim().toLowerCase();
}

/**
 * Assignments and score reports tell an assessment by its name alone. It compares without case and surrounding blanks, however
 * its accents are written.
 */
export function assessmentNameKey(name: string): string {
	return name.trim().toLowerCase().normalize('NFC');
}
