import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createRandom } from '../random.ts';

const CHUNK_BYTES = 64 * 1024;

/**
 * A file of any size that is never held whole: each 64 KiB chunk is the same noise with its number in front, so that a
 * lost, doubled or moved chunk shows.
 */
function* generatedChunks(seed: string, bytes: number): Generator<Buffer> {
	const noise = createRandom(seed).bytes(CHUNK_BYTES);
	for (let index = 0, left = bytes; left > 0; index++, left -= CHUNK_BYTES) {
		const chunk = Buffer.from(noise);
		chunk.writeUInt32BE(index, 0);
		yield left < CHUNK_BYTES ? chunk.subarray(0, left) : chunk;
	}
}

export function generatedStream(seed: string, bytes: number): Readable {
	return Readable.from(generatedChunks(seed, bytes), { objectMode: false, highWaterMark: CHUNK_BYTES });
}

/** SHA-256 of the whole file, in hex. */
export function generatedSha256(seed: string, bytes: number): string {
	const hash = createHash('sha256');
	for (const chunk of generatedChunks(seed, bytes)) hash.update(chunk);
	return hash.digest('hex');
}
