import type { Readable } from 'node:stream';
import type { BodyOf, OperationId } from '../document.ts';
import type { Service } from '../service.ts';
import type { ServiceVersion } from '../versions.ts';

/** A request that passed authorization, limits and validation. */
export interface Call<Body> {
	service: Service;
	version: ServiceVersion;
	body: Body;
	/** The last segment of a file's path. */
	fileId: string;
}

export type Answer =
	/** The body in the current version's form. */
	| { status: number; json: unknown }
	| { status: number; headers: Record<string, string | number>; file: Buffer | Readable }
	| { status: number };

/** Processes one operation of the specification. */
export type Handler<Id extends OperationId> = (call: Call<BodyOf<Id>>) => Answer;
