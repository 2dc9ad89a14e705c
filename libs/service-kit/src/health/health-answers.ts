import type { ReadinessRegistry } from './readiness.registry.js';

export interface HealthAnswer {
  readonly status: 200 | 503;
  readonly body: object;
}

/** The process runs and its event loop turns. */
export const liveness = (): HealthAnswer => ({ status: 200, body: { status: 'live', checks: {} } });

/** The service can take traffic: everything it needs works, and it is not about to stop. */
export const readiness = async (registry: ReadinessRegistry): Promise<HealthAnswer> => {
  const body = await registry.read();
  return { status: body.status === 'ready' ? 200 : 503, body };
};
