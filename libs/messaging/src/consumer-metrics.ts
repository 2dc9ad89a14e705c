import { Counter, Gauge, Histogram, type Metric, type Registry } from 'prom-client';

export type MessageOutcome = 'handled' | 'duplicate' | 'passed_over' | 'dead_lettered';

/** What a consumer reports to Prometheus. Consumers that share a registry share its metrics. */
export class ConsumerMetrics {
  private readonly lag: Gauge<'topic' | 'partition'> | undefined;
  private readonly messages: Counter<'topic' | 'outcome'> | undefined;
  private readonly retries: Counter<'topic'> | undefined;
  private readonly gaps: Counter<'topic'> | undefined;
  private readonly duration: Histogram<'topic'> | undefined;

  constructor(registry: Registry | undefined) {
    if (registry === undefined) return;
    const registers = [registry];
    const once = <M extends Metric>(name: string, make: (name: string) => M): M =>
      (registry.getSingleMetric(name) as M | undefined) ?? make(name);

    this.lag = once(
      'cds_consumer_lag',
      (name) =>
        new Gauge({
          name,
          help: 'Messages of a partition that wait for this consumer',
          labelNames: ['topic', 'partition'],
          registers,
        }),
    );
    this.messages = once(
      'cds_messages_handled_total',
      (name) =>
        new Counter({ name, help: 'Messages done with, by outcome', labelNames: ['topic', 'outcome'], registers }),
    );
    this.retries = once(
      'cds_message_retries_total',
      (name) =>
        new Counter({ name, help: 'Batches that failed and are tried again', labelNames: ['topic'], registers }),
    );
    this.gaps = once(
      'cds_consumer_version_gaps_total',
      (name) =>
        new Counter({
          name,
          help: 'Times that a version of a subject arrived and the one before it never had',
          labelNames: ['topic'],
          registers,
        }),
    );
    this.duration = once(
      'cds_message_batch_duration_seconds',
      (name) =>
        new Histogram({
          name,
          help: 'Handling of one batch, its transaction included',
          labelNames: ['topic'],
          buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
          registers,
        }),
    );
  }

  waiting(topic: string, partition: number, count: bigint): void {
    this.lag?.set({ topic, partition }, Number(count < 0n ? 0n : count));
  }

  /** The partition is another consumer's now, which reports its lag. */
  forget(topic: string, partition: number): void {
    this.lag?.remove({ topic, partition });
  }

  done(topic: string, outcome: MessageOutcome, count: number): void {
    if (count > 0) this.messages?.inc({ topic, outcome }, count);
  }

  versionGaps(topic: string, count: number): void {
    if (count > 0) this.gaps?.inc({ topic }, count);
  }

  retried(topic: string): void {
    this.retries?.inc({ topic });
  }

  took(topic: string, seconds: number): void {
    this.duration?.observe({ topic }, seconds);
  }
}
