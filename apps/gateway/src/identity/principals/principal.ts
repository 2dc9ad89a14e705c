import type { Caller } from '@cds/identity';

/** Requests that a credential may make in each window. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** What a call with the cookie of the portal is known by. */
export interface BrowserSession {
  readonly personId: string;
  /** Of the session's row. */
  readonly hash: string;
  readonly signedInAt: Date;
}

/** Who sends a request, and by what. The same object for as long as the credential is remembered. */
export interface Principal extends Caller {
  readonly credential: {
    readonly type: 'api_key' | 'access_token' | 'session';
    readonly name: string;
    /** Null: the default one. */
    readonly rateLimit: RateLimit | null;
    /** Addresses and CIDRs that it may be used from; none: from everywhere. */
    readonly allowedCidrs: readonly string[];
    /** When an API key ends; null: never. Access tokens last for minutes, and end with their grant. */
    readonly expiresAt: Date | null;
    /** What a person allowed the app whose access token it is; null for all others. */
    readonly grantId: string | null;
    /** Of whom a session in a browser is; absent for all that is none. */
    readonly session?: BrowserSession;
  };
}
