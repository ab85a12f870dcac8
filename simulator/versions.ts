/** What a version of the service has (specification: Versions). All endpoints are versioned together. */
export interface ServiceVersion {
	/** First path segment of its endpoints. */
	segment: string;
	/** First path segment of the links in its responses. */
	linkSegment: string;
	deprecated: boolean;
}

export const CURRENT_VERSION: ServiceVersion = { segment: '2020q3', linkSegment: '2020q3', deprecated: false };

/** The deprecated version answers under both segments; its links use 2020q1 (specification: Versions). */
export const VERSIONS: readonly ServiceVersion[] = [
	CURRENT_VERSION,
	{ segment: 'beta', linkSegment: '2020q1', deprecated: true },
	{ segment: '2020q1', linkSegment: '2020q1', deprecated: true },
];
