import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

/** Every n8n context from which this package calls the service. The webhook handler is not among them on purpose. */
export type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Whether n8n's editor asks, for a list to choose from. */
export function isEditor(context: ApiContext): boolean {
	return 'getCurrentNodeParameter' in context;
}

/** The signal that ends when the user cancels the execution; only executions have one. */
export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
