import { Counter, Histogram, type Metric, type Registry } from 'prom-client';

/**
 * How a run of background work ended. `refused` is a job that cannot be done as it was asked for, such as the import of
 * a file that is no CSV; `stalled` counts leases that expired without progress.
 */
export type WorkOutcome = 'done' | 'released' | 'retried' | 'refused' | 'failed' | 'stalled' | 'taken_over';

/** What background work reports to Prometheus. Services that share a registry share its metrics. */
export class WorkMetrics {
  private readonly runs: Counter<'work' | 'outcome'>;
  private readonly duration: Histogram<'work'>;

  constructor(registry: Registry) {
    const registers = [registry];
    const once = <M extends Metric>(name: string, make: (name: string) => M): M =>
      (registry.getSingleMetric(name) as M | undefined) ?? make(name);
    this.runs = once(
      'cds_background_runs_total',
      (name) =>
        new Counter({ name, help: 'Runs of background work, by outcome', labelNames: ['work', 'outcome'], registers }),
    );
    this.duration = once(
      'cds_background_run_duration_seconds',
      (name) =>
        new Histogram({
          name,
          help: 'Duration of one run of background work',
          labelNames: ['work'],
          buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
          registers,
        }),
    );
  }

  ran(work: string, outcome: WorkOutcome, durationMs?: number): void {
    this.runs.inc({ work, outcome });
    if (durationMs !== undefined) this.duration.observe({ work }, durationMs / 1_000);
  }
}
