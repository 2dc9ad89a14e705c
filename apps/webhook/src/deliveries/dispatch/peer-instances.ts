import { randomUUID } from 'node:crypto';
import { POOL, serverShutdown } from '@cds/postgres';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

const CHANNEL = 'webhook_messages_due';
const CALL_EVERY_MS = 250;
const RECONNECT_MS = 1_000;
const SHUTTING_DOWN = Object.assign(new Error('The database server is shutting down'), { code: '57P01' });

/**
 * How copies of this service call each other when one of them has more due messages than it can send. A lost call costs
 * time only: all look by themselves too.
 */
@Injectable()
export class PeerInstances {
  private readonly self = randomUUID();
  private client: pg.PoolClient | undefined;
  private retry: NodeJS.Timeout | undefined;
  private calledAt = -Infinity;
  private closed = false;
  private letGo: (() => void) | undefined;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly logger: ServiceLogger,
  ) {}

  /** Calls `onCall` each time that another copy calls, and once connected, as calls may have been missed before. */
  listen(onCall: () => void): void {
    this.letGo ??= this.lettingGo(onCall);
    void this.connect(onCall).catch((error: unknown) => this.lose(onCall, error));
  }

  /** Calls the others, at most four times a second. Never fails and never waits. */
  call(): void {
    const now = performance.now();
    if (now - this.calledAt < CALL_EVERY_MS || this.closed) return;
    this.calledAt = now;
    this.pool
      .query('SELECT pg_notify($1, $2)', [CHANNEL, this.self])
      .catch((error: unknown) => this.logger.event('delivery.call_failed', { err: error }, 'warn'));
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    if (this.letGo) serverShutdown.off('begun', this.letGo);
    await this.client?.query(`UNLISTEN ${CHANNEL}`).catch(() => undefined);
    this.client?.removeAllListeners('notification').release();
    this.client = undefined;
  }

  private lettingGo(onCall: () => void): () => void {
    const letGo = (): void => {
      if (this.client) this.lose(onCall, SHUTTING_DOWN);
    };
    serverShutdown.on('begun', letGo);
    return letGo;
  }

  private async connect(onCall: () => void): Promise<void> {
    const client = await this.pool.connect();
    this.client = client;
    if (this.closed) return this.close();
    client.on('error', (error) => {
      if (this.client === client) this.lose(onCall, error);
    });
    client.on('notification', ({ payload }) => {
      if (payload !== this.self) onCall();
    });
    await client.query(`LISTEN ${CHANNEL}`);
    onCall();
  }

  /** May be notified twice of one loss. */
  private lose(onCall: () => void, error: unknown): void {
    this.client?.release(true);
    this.client = undefined;
    clearTimeout(this.retry);
    if (this.closed) return;
    this.logger.event('delivery.listening_lost', { err: error }, 'warn');
    this.retry = setTimeout(() => this.listen(onCall), RECONNECT_MS);
  }
}
