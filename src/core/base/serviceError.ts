import { isBranded } from './errors.ts';

const brand = 'acp-host.ServiceError';

/** Why a service of ours refused. The codec turns it into an error code of its protocol. */
export class ServiceError extends Error {
	readonly brand = brand;
	readonly reason: 'notFound' | 'denied' | 'conflict' | 'invalid' | 'failed';
	/** Path or id it is about. */
	readonly subject: string | undefined;

	constructor(reason: ServiceError['reason'], message: string, subject?: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.name = 'ServiceError';
		this.reason = reason;
		this.subject = subject;
	}

	static is(error: unknown): error is ServiceError {
		return isBranded<ServiceError>(error, brand);
	}
}
