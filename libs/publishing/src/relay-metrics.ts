import type { RelayProgress } from './relay/relay-options.js';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Shows a relay's progress on /metrics. */
export const relayMetrics = (registry: Registry): ((progress: RelayProgress) => void) => {
  const registers = [registry];
  const labelNames = ['priority'];
  const published = new Counter({
    name: 'cds_relay_published_total',
    help: 'Events handed to Kafka by this process.',
    labelNames,
    registers,
  });
  const leading = new Gauge({
    name: 'cds_relay_leading',
    help: '1 while this process is the one that publishes.',
    registers,
  });
  const pending = new Gauge({
    name: 'cds_relay_pending_events',
    help: 'Events that wait for Kafka, counted up to 10,000.',
    labelNames,
    registers,
  });
  const oldest = new Gauge({
    name: 'cds_relay_oldest_pending_seconds',
    help: 'Age of the oldest event that waits for Kafka.',
    labelNames,
    registers,
  });
  const stuck = new Gauge({
    name: 'cds_relay_stuck',
    help: '1 while an event cannot be published and holds up the events behind it.',
    labelNames,
    registers,
  });
  return (progress) => {
    const { priority } = progress;
    published.inc({ priority }, progress.published);
    leading.set(progress.leading ? 1 : 0);
    stuck.set({ priority }, progress.stuck ? 1 : 0);
    if (progress.pending === null) return;
    pending.set({ priority }, progress.pending);
    oldest.set({ priority }, (progress.oldestPendingMs ?? 0) / 1_000);
  };
};
