import { AppError, within } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Person, Prisma } from '../../../generated/client.js';
import { LOOK_UP_MS } from '../../look-up-ms.js';
import { ClientAddress } from '../../principals/client-address.js';
import { IDLE_SECONDS } from './browser-session.js';
import { hashOfSecret, newSecret } from '../../../secrets/secrets.js';

const MAX_USER_AGENT = 300;
/** Sessions of a person, so that the account's page shows them all, and all can be ended by one statement. */
const MOST_SESSIONS = 50;
const MOST_DROPPED = 200;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Injection token of the days after which a session ends however much it is used. */
export const SESSION_MAX_DAYS = Symbol('SESSION_MAX_DAYS');

/** A person with a session in a browser. */
export type SignedInPerson = Prisma.PersonGetPayload<{ include: { account: true } }> & {
  readonly signedInAt: Date;
  /** To the hour. */
  readonly seenAt: Date;
};

/**
 * Sessions of browsers: an encrypted cookie holds an id, a row its hash. Without the row the cookie is worth nothing,
 * so a copy of it ends with the sign-out, a changed password or the account.
 */
@Injectable()
export class Sessions {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly addresses: ClientAddress,
    @Inject(SESSION_MAX_DAYS) private readonly maxDays: number,
  ) {}

  /**
   * Signs the browser in under a new id, with nothing left of what its cookie held; the session it had before ends, and
   * of a person who has too many the one that was not used for longest.
   * Fails with `form.stale` when password or second factor are no longer those that `person` was read with: who knew
   * the old password, or was not asked for the factor, is not let in.
   */
  async start(
    request: FastifyRequest,
    { id: personId, passwordHash, secondFactorSince }: Person,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    const [id, now] = [newSecret(), this.clock.now()];
    const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null;
    const made = await tx.$executeRaw`
      INSERT INTO person_sessions (hash, person_id, created_at, seen_at, user_agent, address)
      SELECT ${hashOfSecret(id)}, id, ${now}, ${now}, ${userAgent}, ${this.addresses.of(request.raw)} FROM people
      WHERE id = ${personId} AND password_hash IS NOT DISTINCT FROM ${passwordHash}
        AND second_factor_since IS NOT DISTINCT FROM ${secondFactorSince} FOR SHARE`;
    if (made === 0)
      throw new AppError({
        code: 'form.stale',
        kind: 'forbidden',
        message: 'How you sign in was changed at this very moment. Sign in again.',
      });
    await this.end(request, tx);
    await dropOldSessions(personId, hashOfSecret(id), tx);
    request.session.set('sid', id);
  }

  /** Ends the session of this browser alone, and empties its cookie. */
  async end(request: FastifyRequest, tx: Prisma.TransactionClient = this.prisma): Promise<void> {
    const id = request.session.get('sid');
    request.session.regenerate();
    if (id !== undefined) await tx.personSession.deleteMany({ where: { hash: hashOfSecret(id) } });
  }

  /** Ends every session of a person, wherever it is. */
  async endAll(personId: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.personSession.deleteMany({ where: { personId } });
  }

  /** Ends every session of a person but this browser's. */
  async endOthers(request: FastifyRequest, personId: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.personSession.deleteMany({ where: { personId, hash: { not: this.hashOf(request) ?? '' } } });
  }

  /** Whether this browser's session is still there, and stays until `tx` ends. */
  async isOpen(request: FastifyRequest, tx: Prisma.TransactionClient): Promise<boolean> {
    const rows = await tx.$queryRaw<object[]>`
      SELECT hash FROM person_sessions WHERE hash = ${this.hashOf(request) ?? ''} FOR SHARE`;
    return rows.length === 1;
  }

  /** The hash of this browser's session; null where it has none. */
  hashOf(request: FastifyRequest): string | null {
    const id = request.session.get('sid');
    return id === undefined ? null : hashOfSecret(id);
  }

  /**
   * Whose session this browser has, with the account and the time of the sign-in; null for nobody. Notes that it is
   * used. A session ends when it was not used for `IDLE_SECONDS`, and in any case after `SESSION_MAX_DAYS`.
   */
  async personOf(request: FastifyRequest): Promise<SignedInPerson | null> {
    const hash = this.hashOf(request);
    const person = hash === null ? null : await this.personBy(hash);
    if (hash !== null && person && this.since(person.seenAt) >= HOUR_MS) await this.noteUse(request, hash);
    return person;
  }

  /**
   * The same by the hash of a session, without a note: its cookie is renewed where it can be sent. Fails with
   * `service.unavailable` when the database does not answer within `LOOK_UP_MS`.
   */
  async personBy(hash: string): Promise<SignedInPerson | null> {
    const look = this.prisma.personSession.findUnique({
      where: { hash },
      include: { person: { include: { account: true } } },
    });
    const session = await within(look, LOOK_UP_MS, databaseSilent);
    if (!session || this.since(session.seenAt) >= IDLE_SECONDS * 1_000) return null;
    if (this.since(session.createdAt) >= this.maxDays * DAY_MS) return null;
    return { ...session.person, signedInAt: session.createdAt, seenAt: session.seenAt };
  }

  private async noteUse(request: FastifyRequest, hash: string): Promise<void> {
    request.session.touch();
    await this.prisma.personSession.updateMany({ where: { hash }, data: { seenAt: this.clock.now() } });
  }

  private since(at: Date): number {
    return this.clock.now().getTime() - at.getTime();
  }
}

const databaseSilent = (): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'Sessions cannot be checked right now.',
    detail: { reason: `the database did not answer within ${LOOK_UP_MS} ms` },
    retryAfterSeconds: 1,
  });

/** All but the newest ones and `kept`. Those that somebody else is ending are left to them. */
const dropOldSessions = async (personId: string, kept: string, tx: Prisma.TransactionClient): Promise<void> => {
  await tx.$executeRaw`
    WITH locked AS (
      SELECT hash FROM person_sessions WHERE hash IN (
        SELECT hash FROM person_sessions WHERE person_id = ${personId} AND hash <> ${kept}
        ORDER BY seen_at DESC, hash OFFSET ${MOST_SESSIONS - 1} LIMIT ${MOST_DROPPED})
      FOR UPDATE SKIP LOCKED
    )
    DELETE FROM person_sessions WHERE hash IN (SELECT hash FROM locked)`;
};
