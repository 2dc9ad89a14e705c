import { type AccountReads, HeavyReads, isOneOf, SqlValues } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { RATE_LIMIT_POLICIES, type RateLimitPolicies } from '../../rate-limits/rate-limit-policy.js';
import type { UsageQuery as Asked, UsageView } from './usage.schemas.js';
import { type UsageWindow, usageWindow } from './usage-window.js';

const TABLES = { minute: 'usage_minutes', hour: 'usage_hours' } as const;

interface Counts {
  readonly calls: number;
  readonly errors: number;
  readonly refused: number;
}

interface BucketRow extends Counts {
  readonly at: Date;
}

interface CredentialRow extends Counts {
  readonly id: string;
  readonly name: string | null;
  readonly prefix: string | null;
  readonly rateLimit: number | null;
  readonly windowSeconds: number | null;
}

/** How much an account used, by time and by credential. */
@Injectable()
export class UsageQuery {
  constructor(
    private readonly reads: HeavyReads,
    @Inject(RATE_LIMIT_POLICIES) private readonly policies: RateLimitPolicies,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a row for each credential and minute. Fails with a 400 for a time that is empty or too long, and with
   * `limit.heavy_reads` when too much of the account waits.
   */
  async execute(accountId: string, query: Asked, gone?: AbortSignal): Promise<UsageView> {
    const window = usageWindow(query, this.clock.now());
    const reads = this.reads.for(accountId, gone);
    const [buckets, credentials] = await Promise.all([
      read<BucketRow>(reads, accountId, query, window, BY_TIME),
      read<CredentialRow>(reads, accountId, query, window, BY_CREDENTIAL),
    ]);
    const { limit, windowSeconds } = this.policies.account;
    return {
      interval: query.interval,
      starts_at: new Date(window.from).toISOString(),
      ends_at: new Date(window.to).toISOString(),
      limit: { limit, window_seconds: windowSeconds },
      ...sumOf(buckets),
      data: filled(buckets, window),
      credentials: credentials.map((row) => this.credentialView(row)),
    };
  }

  private credentialView({ rateLimit, windowSeconds, ...row }: CredentialRow): UsageView['credentials'][number] {
    const { default: usual } = this.policies;
    const limit = { limit: rateLimit ?? usual.limit, window_seconds: windowSeconds ?? usual.windowSeconds };
    return { id: row.id, name: row.name, prefix: row.prefix, limit, ...countsOf(row) };
  }
}

const read = async <R extends Counts>(
  reads: AccountReads,
  accountId: string,
  { interval, credential_id: wanted }: Asked,
  { from, to }: UsageWindow,
  sql: (used: string) => string,
): Promise<R[]> => {
  const values = new SqlValues();
  const used = `SELECT at, credential_id, calls, errors, refused FROM ${TABLES[interval]}
    WHERE account_id = ${values.add(accountId)} AND at >= ${values.add(new Date(from))}
      AND at < ${values.add(new Date(to))}${wanted ? ` AND ${isOneOf('credential_id', wanted, values)}` : ''}`;
  return (await reads.query(sql(used), values.values)).rows as R[];
};

const SUMS = 'sum(used.calls)::int AS calls, sum(used.errors)::int AS errors, sum(used.refused)::int AS refused';

const BY_TIME = (used: string): string => `SELECT used.at, ${SUMS} FROM (${used}) AS used GROUP BY used.at`;

const BY_CREDENTIAL = (used: string): string => `
SELECT summed.id, summed.calls, summed.errors, summed.refused, coalesce(api_keys.name, oauth_clients.name) AS name,
  api_keys.prefix, api_keys.rate_limit AS "rateLimit", api_keys.rate_window_seconds AS "windowSeconds"
FROM (SELECT used.credential_id AS id, ${SUMS} FROM (${used}) AS used GROUP BY used.credential_id
  ORDER BY calls DESC, id LIMIT 100) AS summed
LEFT JOIN api_keys ON api_keys.id = summed.id
LEFT JOIN oauth_clients ON oauth_clients.id = summed.id AND oauth_clients.deleted_at IS NULL
ORDER BY summed.calls DESC, summed.id`;

const countsOf = ({ calls, errors, refused }: Counts): Counts => ({ calls, errors, refused });

const sumOf = (rows: readonly Counts[]): Counts =>
  rows.reduce(
    (sum, { calls, errors, refused }) => ({
      calls: sum.calls + calls,
      errors: sum.errors + errors,
      refused: sum.refused + refused,
    }),
    NOTHING,
  );

const NOTHING: Counts = { calls: 0, errors: 0, refused: 0 };

const filled = (rows: readonly BucketRow[], { from, to, stepMs }: UsageWindow): UsageView['data'] => {
  const byTime = new Map(rows.map((row) => [row.at.getTime(), row]));
  return Array.from({ length: (to - from) / stepMs }, (_, step) => {
    const at = from + step * stepMs;
    return { at: new Date(at).toISOString(), ...countsOf(byTime.get(at) ?? NOTHING) };
  });
};
