import { ReadinessRegistry } from '@cds/health';
import { POOL } from '@cds/postgres';
import { BackgroundWork } from '@cds/work-queue';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { LIFETIMES } from '../../issued-tokens/lifetimes.js';
import type { RevocationKind } from '../../issued-tokens/revoke.js';
import { oauthAway } from '../oauth-away.errors.js';

const POLL_MS = 1_000;
/** A revocation is seen when its transaction commits, which may be this long after its time. */
const OVERLAP_MS = 30_000;
const ALL_MS = (LIFETIMES.accessToken + 60) * 1_000;

/** What a token can be revoked by. */
export interface RevocableToken {
  readonly jti: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly grantId: string | undefined;
}

/**
 * Which access tokens were revoked before their time: read every second, so that no request asks the database. Away,
 * what was known holds; a copy that has read nothing yet starts, is not ready, and lets no token pass.
 */
@Injectable()
export class Revocations implements OnModuleInit {
  /** When each is of no more use, in milliseconds of this process's own clock. */
  private readonly known = new Map<string, number>();
  private lookedAt = -Infinity;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly readiness: ReadinessRegistry,
    background: BackgroundWork,
  ) {
    background.recurring({ name: 'oauth-revocations', everyMs: POLL_MS, run: () => this.look() });
  }

  /** Where it fails, the recurring task goes on, and logs why. */
  async onModuleInit(): Promise<void> {
    this.readiness.add('oauth_revocations', () => {
      if (!this.hasLooked()) throw new Error('the revocations of access tokens were not read yet');
    });
    await this.look().catch(() => undefined);
  }

  /**
   * This copy of the gateway has revoked these, and their tokens stop here at once, while the other copies may take a
   * second. Call it after the commit of `revokeTokens`.
   */
  add(kind: RevocationKind, subjects: readonly string[]): void {
    const until = performance.now() + ALL_MS;
    for (const subject of subjects) this.known.set(keyOf(kind, subject), until);
  }

  /** Throws `service.unavailable` until revocations were read for the first time. */
  has({ jti, clientId, accountId, grantId }: RevocableToken): boolean {
    if (!this.hasLooked()) throw oauthAway();
    if (this.known.size === 0) return false;
    return (
      this.isKnown('token', jti) ||
      this.isKnown('client', clientId) ||
      this.isKnown('account', accountId) ||
      (grantId !== undefined && this.isKnown('grant', grantId))
    );
  }

  private hasLooked(): boolean {
    return this.lookedAt !== -Infinity;
  }

  private isKnown(kind: RevocationKind, subject: string): boolean {
    return this.known.has(keyOf(kind, subject));
  }

  private async look(): Promise<void> {
    const now = performance.now();
    const agoMs = Math.min(now - this.lookedAt + OVERLAP_MS, ALL_MS);
    const { rows } = await this.pool.query<{ kind: string; subject: string; rest_ms: number }>({
      name: 'oauth-revocations',
      text: SQL,
      values: [agoMs],
    });
    this.lookedAt = now;
    for (const { kind, subject, rest_ms: restMs } of rows) this.known.set(keyOf(kind, subject), now + restMs);
    for (const [key, until] of this.known) if (until < now) this.known.delete(key);
  }
}

const keyOf = (kind: string, subject: string): string => `${kind} ${subject}`;

const SQL = `
  SELECT kind, subject, extract(epoch FROM expires_at - now())::float8 * 1000 AS rest_ms
  FROM oauth_revocations WHERE revoked_at > now() - make_interval(secs => $1::float8 / 1000)`;
