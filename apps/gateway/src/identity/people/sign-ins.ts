import type { Scope } from '@cds/contracts';
import type { FastifyRequest } from 'fastify';

/** A person who signed in with a browser. */
export interface SignedIn {
  readonly personId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** What the person may do for the account now, and may let others do for it. */
  readonly scopes: readonly Scope[];
  /** When they last proved who they are in this browser; null where no browser asks. */
  readonly signedInAt: Date | null;
}

/** Knows who is signed in with a browser. */
export abstract class SignIns {
  /** Null for nobody: never signed in, signed out, or the password was changed since. */
  abstract current(request: FastifyRequest): Promise<SignedIn | null>;

  /** Whether somebody proved who they are lately enough for what could outlive a stolen session. */
  abstract isFresh(person: SignedIn): boolean;

  /** The person with this id as they are now; null when there is none. */
  abstract person(personId: string): Promise<SignedIn | null>;

  /** The path of the page to sign in, from which the browser comes back to `returnTo`, a path of this origin. */
  abstract pageFor(returnTo: string): string;
}
