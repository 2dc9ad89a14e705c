import { readForScrape, type ReadinessRegistry } from '@cds/health';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { readGaps } from '@cds/consumer-offsets';

/**
 * Shows the messages that this service may have missed, until an operator acknowledges them: in the details of its
 * readiness, which they do not change, and as a metric.
 */
export const reportGaps = (pool: pg.Pool, readiness: ReadinessRegistry, registry: Registry): void => {
  readiness.add('consumer_gaps', async () => ({
    gaps: (await readGaps(pool)).map(({ topic, partition, fromOffset, toOffset, reason, noticedAt }) => ({
      topic,
      partition,
      from_offset: String(fromOffset),
      to_offset: String(toOffset),
      reason,
      noticed_at: noticedAt,
    })),
  }));
  registry.removeSingleMetric(METRIC);
  new Gauge({
    name: METRIC,
    help: 'Ranges of messages that this service may have missed and no operator has acknowledged',
    labelNames: ['topic', 'reason'],
    registers: [registry],
    async collect() {
      const gaps = await readForScrape(() => readGaps(pool));
      if (gaps === undefined) return;
      this.reset();
      for (const { topic, reason } of gaps) this.inc({ topic, reason });
    },
  });
};

const METRIC = 'cds_consumer_gaps';
