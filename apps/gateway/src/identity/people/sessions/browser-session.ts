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
    /** Who has shown a password, or came back from the provider, and must still show their second factor. */
    pendingSignIn: PendingSignIn | undefined;
    /** The secret of an authenticator app that is being set up. */
    totpSetup: TotpSetup | undefined;
    /** What a passkey is to sign, when it is made and when it proves who is there. */
    registerChallenge: PasskeyChallenge | undefined;
    proveChallenge: PasskeyChallenge | undefined;
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

export interface PendingSignIn {
  readonly personId: string;
  /** A hash of the stored password: the step before is worth nothing once that was changed. */
  readonly passwordMark: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface TotpSetup {
  readonly secret: string;
  readonly personId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface PasskeyChallenge {
  readonly challenge: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}
