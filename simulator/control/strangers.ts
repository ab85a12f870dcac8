import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the headers say of who asks. */
export interface Caller {
	host: string | undefined;
	/** Sent by browsers with what may change something. */
	origin: string | undefined;
	/** Sec-Fetch-Site: sent by browsers with everything. */
	fetchSite: string | undefined;
}

const isThisMachine = (remoteAddress = ''): boolean => /^(::ffff:)?127\.|^::1$/.test(remoteAddress);

/**
 * Whether a page of another site makes the request, of another port too. Such a request needs nobody's permission when
 * it has no body: any page that is open in the browser could reset the simulator.
 */
function isOfAnotherSite({ host, origin, fetchSite }: Caller): boolean {
	if (origin !== undefined && origin !== `http://${host}`) return true;
	return fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
}

const refuse = (reply: FastifyReply, error: string): FastifyReply => reply.code(403).send({ error });

export function refuseRemote(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
	if (isThisMachine(request.socket.remoteAddress)) return undefined;
	return refuse(reply, 'The control surface serves this machine only');
}

export function refuseOtherSites(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
	const { host, origin, 'sec-fetch-site': fetchSite } = request.headers;
	if (!isOfAnotherSite({ host, origin, fetchSite: fetchSite?.toString() })) return undefined;
	return refuse(reply, "The control surface doesn't serve the pages of other sites");
}
