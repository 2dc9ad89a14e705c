import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../principals/principal.js';
import { isFreshAt } from './fresh-sign-in.js';

/** Knows whether a caller may make what outlives a session. */
@Injectable()
export class SignInAge {
  constructor(private readonly clock: Clock) {}

  /** Keys and tokens were let in on purpose, and what they make is bound to them; a session must be of late. */
  isFresh({ credential: { session } }: Principal): boolean {
    return !session || isFreshAt(session.signedInAt, this.clock.now());
  }
}
