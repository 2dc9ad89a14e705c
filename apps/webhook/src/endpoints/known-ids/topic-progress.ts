import { within } from '@cds/errors';
import { withAdmin } from '@cds/kafka';
import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { Kafka } from 'kafkajs';
import type pg from 'pg';

/** Several requests share one look. */
const KEPT_MS = 500;
const LIMIT_MS = 2_000;

/** Whether this service has read a topic to its end. */
@Injectable()
export class TopicProgress {
  private readonly looks = new Map<string, { answer: Promise<boolean>; until: number }>();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly kafka: Kafka,
  ) {}

  /** False, too, when Kafka does not tell where the topic ends. */
  hasReadAll(topic: string): Promise<boolean> {
    const now = performance.now();
    const last = this.looks.get(topic);
    if (last && last.until > now) return last.answer;
    const answer = this.look(topic);
    this.looks.set(topic, { answer, until: now + KEPT_MS });
    return answer;
  }

  private look(topic: string): Promise<boolean> {
    return within(this.compare(topic), LIMIT_MS).catch(() => false);
  }

  private async compare(topic: string): Promise<boolean> {
    const { clusterId, ends } = await withAdmin(this.kafka, async (admin) => {
      const [cluster, offsets] = await Promise.all([admin.describeCluster(), admin.fetchTopicOffsets(topic)]);
      return { clusterId: cluster.clusterId, ends: offsets };
    });
    const { rows } = await this.pool.query<{ partition: number; next_offset: string }>(REACHED, [clusterId, topic]);
    const reached = new Map(rows.map(({ partition, next_offset: next }) => [partition, BigInt(next)]));
    return ends.every(({ partition, high }) => (reached.get(partition) ?? 0n) >= BigInt(high));
  }
}

const REACHED = 'SELECT partition, next_offset FROM consumer_offsets WHERE cluster_id = $1 AND topic = $2';
