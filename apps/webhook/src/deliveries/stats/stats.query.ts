import type { Caller } from '@cds/identity';
import { HeavyReads } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { EndpointListQuery } from '../../endpoints/endpoint-list/endpoint-list.query.js';
import { statsWindow } from './stats-window.js';
import type { ReadStatsQuery, StatsView } from './stats.schemas.js';

/** Most attempts that one call reads. */
const MAX_ATTEMPTS = 50_000;

interface FiguresRow {
  /** Null in the row of the whole window. */
  readonly hour: Date | null;
  readonly attempts: number;
  readonly succeeded: number;
  readonly latencies: readonly [number, number, number] | null;
}

@Injectable()
export class StatsQuery {
  constructor(
    private readonly reads: HeavyReads,
    private readonly endpoints: EndpointListQuery,
    private readonly clock: Clock,
  ) {}

  /**
   * How attempts at one of the account's endpoints went, in all and by hour. Reads at most `MAX_ATTEMPTS` rows, the
   * newest ones. Fails with `webhook.not_found` for another account's endpoint too.
   */
  async execute(
    endpointId: string,
    caller: Caller,
    query: ReadStatsQuery,
    gone: AbortSignal | undefined,
  ): Promise<StatsView> {
    await this.endpoints.one(endpointId, caller);
    const { since, until } = statsWindow(query, this.clock.now());
    const values = [endpointId, since, until, MAX_ATTEMPTS];
    const { rows } = await this.reads.for(caller.accountId, gone).query<FiguresRow>(STATS, values);
    const total = rows.find(({ hour }) => hour === null);
    if (!total) throw new Error('the statistics have a row for the whole window');
    return {
      endpoint_id: endpointId,
      since: since.toISOString(),
      until: until.toISOString(),
      ...figuresOf(total),
      is_complete: total.attempts < MAX_ATTEMPTS,
      hours: rows.flatMap(({ hour, ...row }) =>
        hour === null ? [] : [{ starts_at: hour.toISOString(), ...figuresOf(row) }],
      ),
    };
  }
}

const figuresOf = ({ attempts, succeeded, latencies }: Omit<FiguresRow, 'hour'>) => ({
  attempts,
  succeeded,
  failed: attempts - succeeded,
  success_rate: attempts === 0 ? null : succeeded / attempts,
  latency_ms: { p50: latencies?.[0] ?? null, p95: latencies?.[1] ?? null, p99: latencies?.[2] ?? null },
});

const STATS = `
WITH counted AS MATERIALIZED (
  SELECT date_trunc('hour', started_at, 'UTC') AS hour, duration_ms, response_status FROM webhook_attempts
  WHERE stats_endpoint_id = $1 AND started_at >= $2 AND started_at < $3 ORDER BY started_at DESC LIMIT $4
)
SELECT hour, count(*)::int AS attempts,
  (count(*) FILTER (WHERE response_status BETWEEN 200 AND 299))::int AS succeeded,
  percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY duration_ms)
    FILTER (WHERE response_status IS NOT NULL) AS latencies
FROM counted GROUP BY GROUPING SETS ((), (hour)) ORDER BY hour`;
