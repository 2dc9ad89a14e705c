import { Gauge, type Registry } from 'prom-client';
import type { ReadinessRegistry } from './readiness.registry.js';

/** Shows on /metrics what the readiness probe is answered, and which of its checks fail. */
export const readinessMetrics = (registry: Registry, readiness: ReadinessRegistry): void => {
  const registers = [registry];
  new Gauge({
    name: 'cds_ready',
    help: '1 while this process is ready for requests, 0 while it is not or drains',
    registers,
    async collect() {
      const { status } = await readiness.readRecent();
      this.set(status === 'ready' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'cds_readiness_check',
    help: '1 while a check of the readiness probe passes, 0 while it fails',
    labelNames: ['check'],
    registers,
    async collect() {
      const { checks } = await readiness.readRecent();
      for (const [check, { status }] of Object.entries(checks)) this.set({ check }, status === 'ok' ? 1 : 0);
    },
  });
};
