import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stringify } from 'safe-stable-stringify';
import type {} from '@cds/identity';
import { FaultyBody } from '@cds/validation';
import { IDEMPOTENCY_HEADER, idempotencyKeyOf } from './idempotency-key.js';
import { IdempotencyStore, isReservation } from './idempotency.store.js';
import { LateReleases } from './late-releases.js';
import type { StoredResponse, Reservation } from './reservation.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@Idempotent()`. */
    idempotent?: boolean;
  }
  interface FastifyRequest {
    /** The key that the request's handler is to finish; null for requests without one. */
    reservation: Reservation | null;
  }
}

/** What happens to a request with `Idempotency-Key` before its handler runs, and when its answer goes out. */
@Injectable()
export class IdempotentRequests {
  private readonly logger = new Logger(IdempotentRequests.name);

  private readonly lateReleases = new LateReleases((reservations) => this.store.release(...reservations));

  constructor(private readonly store: IdempotencyStore) {}

  /**
   * Reserves the key for the handler, or replays the first answer: true, and the handler must not run. The order of a
   * body's members makes no difference. A faulty body reserves nothing, as its handler will refuse it.
   */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (!request.routeOptions.config.idempotent || request.body instanceof FaultyBody) return false;
    const kept = await this.reserve(request, digestOf(stringify(request.body ?? null)));
    if (kept) sendAnswer(reply, kept);
    return kept !== undefined;
  }

  /**
   * For bodies that are no JSON: `bodyDigest` stands for all of one. Resolves to the first answer, marked as replayed;
   * undefined where the key is reserved, or there is none. `accountId` is whose key it is where the handler itself
   * finds out who sends the request.
   */
  async reserve(
    request: FastifyRequest,
    bodyDigest: string,
    accountId = request.requestContext?.caller?.accountId,
  ): Promise<StoredResponse | undefined> {
    const held = heldBy(request, accountId);
    if (!held) return undefined;
    const fingerprint = digestOf([request.method, request.url, bodyDigest].join('\n'));
    const found = await this.store.reserve({ ...held, fingerprint });
    if (!isReservation(found)) return { ...found, headers: { ...found.headers, 'idempotency-replayed': 'true' } };
    request.reservation = found;
    return undefined;
  }

  /**
   * Whether the request is a repetition, or uses a key again that has its answer: known before the body is read, which
   * then serves `reserve` alone.
   */
  async isAnswered(request: FastifyRequest): Promise<boolean> {
    const held = heldBy(request, request.requestContext?.caller?.accountId);
    return held !== undefined && this.store.isAnswered(held);
  }

  /**
   * Gives the key of a failed request up. Where that cannot be stored, it is tried again until the lease is over. When
   * the process dies before, the next request gets the key at the end of the lease.
   */
  async end({ reservation, id }: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
    if (!reservation || statusCode < 300) return;
    await this.store.release(reservation).catch((error: unknown) => {
      this.logger.warn({ message: 'idempotency.not_released', request_id: id, err: error });
      this.lateReleases.add(reservation);
    });
  }
}

/** Sends an answer that was just made, or that was kept. */
export const sendAnswer = (reply: FastifyReply, { status, headers, body }: StoredResponse): void => {
  void reply.code(status).headers(headers).send(body);
};

/** The request's key and whose it is; undefined without a key. */
const heldBy = (
  { headers }: FastifyRequest,
  accountId: string | undefined,
): { accountId: string; key: string } | undefined => {
  const header = headers[IDEMPOTENCY_HEADER];
  return header === undefined || accountId === undefined ? undefined : { accountId, key: idempotencyKeyOf(header) };
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
