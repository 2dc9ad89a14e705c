import { POOL } from '@cds/postgres';
import { Clock, ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

const MINUTE_MS = 60_000;

/** Notes when keys were last used: to the minute, beside the request, and a note that is lost is no harm. */
@Injectable()
export class KeyUse {
  private readonly noted = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
    private readonly logger: ServiceLogger,
  ) {}

  note(keyId: string): void {
    const now = this.clock.now();
    const last = this.noted.get(keyId);
    if (last !== undefined && now.getTime() < last + MINUTE_MS) return;
    this.noted.set(keyId, now.getTime());
    this.pool
      .query(SQL, [keyId, now])
      .catch((error: unknown) => this.logger.event('key_use.not_noted', { credential_id: keyId, err: error }, 'warn'));
  }
}

// The condition is for the other copies of the gateway, which note the same key.
const SQL = `
  UPDATE api_keys SET last_used_at = $2::timestamptz
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')`;
