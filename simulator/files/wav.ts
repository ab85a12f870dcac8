const SAMPLE_RATE = 8000;
const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;

/**
 * A sine tone as RIFF PCM: mono, 16 bit, 8 kHz.
 * @param frequency in hertz
 */
export function toneAsWav(frequency: number, seconds: number): Buffer {
	const samples = Math.round(SAMPLE_RATE * seconds);
	const dataBytes = samples * BYTES_PER_SAMPLE;
	const file = Buffer.alloc(HEADER_BYTES + dataBytes);
	file.write('RIFF', 0, 'ascii');
	file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
	file.write('WAVEfmt ', 8, 'ascii');
	file.writeUInt32LE(16, 16); // length of the format chunk
	file.writeUInt16LE(1, 20); // PCM
	file.writeUInt16LE(1, 22); // channels
	file.writeUInt32LE(SAMPLE_RATE, 24);
	file.writeUInt32LE(SAMPLE_RATE * BYTES_PER_SAMPLE, 28);
	file.writeUInt16LE(BYTES_PER_SAMPLE, 32);
	file.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
	file.write('data', 36, 'ascii');
	file.writeUInt32LE(dataBytes, 40);
	for (let sample = 0; sample < samples; sample++) {
		const amplitude = Math.sin((2 * Math.PI * frequency * sample) / SAMPLE_RATE);
		file.writeInt16LE(Math.round(amplitude * 12_000), HEADER_BYTES + sample * BYTES_PER_SAMPLE);
	}
	return file;
}
