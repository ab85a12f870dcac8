import type { Readable } from 'node:stream';
import type { Service } from '../service.ts';
import type { ServiceVersion } from '../versions.ts';
import type { BodySchema } from './schemas.ts';

/** A request that passed authorization, limits and validation. */
export interface Call<Body> {
	service: Service;
	version: ServiceVersion;
	body: Body;
	/** Last segment of a file's path. */
	fileId: string;
}

export type Answer =
	| { status: number; json: unknown }
	| { status: number; headers: Record<string, string | number>; file: Buffer | Readable }
	| { status: number };

/** One row of the specification's Endpoints. */
export interface Endpoint<Body> {
	method: 'GET' | 'POST' | 'DELETE';
	/** Below the version segment. */
	path: string;
	/** Absent where the request has no payload. */
	schema?: BodySchema;
	/** Whether 400 is answered with a problem-detail object instead of an array of errors. */
	problemDetails?: boolean;
	/** Whether the deprecated version lacks it. */
	currentOnly?: boolean;
	handle(call: Call<Body>): Answer;
}
