import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

/** Every n8n context from which this package calls the service. The webhook handler is not among them on purpose. */
export type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The signal that ends when the user cancels the execution; only executions have one. */
export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
