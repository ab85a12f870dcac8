/** A version of the service and its features (specification: Versions). All endpoints are versioned together. */
export interface ServiceVersion {
	/** The first path segment of the version's endpoints. */
	segment: string;
	/** The first path segment of the links in the version's responses. */
	linkSegment: string;
	deprecated: boolean;
}

export const CURRENT_VERSION: ServiceVersion = { segment: '2020q3', linkSegment: '2020q3', deprecated: false };

/** The deprecated version responds under both segments. Its links use 2020q1 (specification: Versions). */
export const VERSIONS: readonly ServiceVersion[] = [
	CURRENT_VERSION,
	{ segment: 'beta', linkSegment: '2020q1', deprecated: true },
	{ segment: '2020q1', linkSegment: '2020q1', deprecated: true },
];
