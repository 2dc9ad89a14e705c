import type { ReadinessRegistry } from './readiness.registry.js';

export interface HealthAnswer {
  readonly status: 200 | 503;
  readonly body: object;
}

/** The process runs, its event loop turns, and nothing in it needs a restart. */
export const liveness = (registry: ReadinessRegistry): HealthAnswer => {
  const body = registry.live();
  return { status: body.status === 'live' ? 200 : 503, body };
};

/** The service can take traffic: everything it needs works, and it is not about to stop. */
export const readiness = async (registry: ReadinessRegistry): Promise<HealthAnswer> => {
  const body = await registry.read();
  return { status: body.status === 'ready' ? 200 : 503, body };
};
