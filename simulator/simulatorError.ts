/** What a caller of the control surface did wrong; `status` is its HTTP status under /_simulator. */
export class SimulatorError extends Error {
	readonly status: 400 | 403 | 404 | 409;

	constructor(status: 400 | 403 | 404 | 409, message: string) {
		super(message);
		this.name = 'SimulatorError';
		this.status = status;
	}
}
