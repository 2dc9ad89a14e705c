import type { RelayProgress } from '@cds/event-store';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Shows a relay's progress on /metrics. */
export const relayMetrics = (registry: Registry): ((progress: RelayProgress) => void) => {
  const registers = [registry];
  const published = new Counter({ name: 'cds_relay_published_total', help: 'Events handed to Kafka by this process.', registers });
  const leading = new Gauge({ name: 'cds_relay_leading', help: '1 while this process is the one that publishes.', registers });
  const pending = new Gauge({ name: 'cds_relay_pending_events', help: 'Events that wait for Kafka, counted up to 100,000.', registers });
  const oldest = new Gauge({ name: 'cds_relay_oldest_pending_seconds', help: 'Age of the oldest event that waits for Kafka.', registers });
  return (progress) => {
    published.inc(progress.published);
    leading.set(progress.leading ? 1 : 0);
    if (progress.pending === null) return;
    pending.set(progress.pending);
    oldest.set((progress.oldestPendingMs ?? 0) / 1_000);
  };
};
