import { hash, randomBytes } from 'node:crypto';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Prisma } from '../../../../generated/client.js';

/** How long a challenge may be answered. */
export const CHALLENGE_MS = 600_000;

/** What a passkey is asked for: to be made, or to prove who is there. */
export type Ceremony = 'register' | 'prove';

/**
 * The challenges that passkeys sign. They are in the browser's encrypted cookie until they are answered, so that pages
 * which strangers open store nothing; what was answered is stored, so that each is good once.
 */
@Injectable()
export class Challenges {
  constructor(private readonly clock: Clock) {}

  /** The challenge for a page. Pages that are open side by side in a browser have the same one. */
  make(request: FastifyRequest, ceremony: Ceremony): string {
    const [known, now] = [request.session.get(KEYS[ceremony]), this.clock.now().getTime()];
    if (known && known.expiresAt - now > CHALLENGE_MS / 2) return known.challenge;
    const challenge = randomBytes(32).toString('base64url');
    request.session.set(KEYS[ceremony], { challenge, expiresAt: now + CHALLENGE_MS });
    return challenge;
  }

  /** The challenge that this browser was given; null when it was given none, or too long ago. */
  of(request: FastifyRequest, ceremony: Ceremony): string | null {
    const known = request.session.get(KEYS[ceremony]);
    return known && known.expiresAt > this.clock.now().getTime() ? known.challenge : null;
  }

  /** Uses a challenge up; false when it was answered before. Of several who try at once one succeeds. */
  async spend(challenge: string, tx: Prisma.TransactionClient): Promise<boolean> {
    const expiresAt = new Date(this.clock.now().getTime() + CHALLENGE_MS);
    const { count } = await tx.spentChallenge.createMany({
      data: [{ hash: hash('sha256', challenge, 'hex'), expiresAt }],
      skipDuplicates: true,
    });
    return count === 1;
  }
}

const KEYS = { register: 'registerChallenge', prove: 'proveChallenge' } as const;
