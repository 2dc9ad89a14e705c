import '@fastify/secure-session';

/** Seconds after which a session that was not used is over, cookie and row alike. */
export const IDLE_SECONDS = 30 * 86_400;

/** What the encrypted cookie holds. A value is replaced as a whole: what changes inside one is not noticed. */
declare module '@fastify/secure-session' {
  interface SessionData {
    /** Id of the session's row. */
    sid: string | undefined;
    /** A sign-in at the outside provider that has begun. */
    providerAttempt: ProviderAttempt | undefined;
    /** Who came back from there, and must show the password once to be linked. */
    pendingLink: PendingLink | undefined;
  }
}

export interface ProviderAttempt {
  readonly state: string;
  readonly verifier: string;
  readonly returnTo: string | null;
  /** Who asked, signed in, to be linked; null: somebody wants to sign in. */
  readonly linkTo: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface PendingLink {
  readonly subject: string;
  readonly personId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}
