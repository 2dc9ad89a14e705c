import { type ReadinessRegistry, withoutReasons } from './readiness.registry.js';

export interface HealthAnswer {
  readonly status: 200 | 503;
  readonly body: object;
}

/** The process runs, its event loop turns, and nothing in it needs a restart. */
export const liveness = (registry: ReadinessRegistry): HealthAnswer => {
  const body = registry.live();
  return { status: body.status === 'live' ? 200 : 503, body };
};

/** The same for anybody, without reasons. */
export const publicLiveness = (registry: ReadinessRegistry): HealthAnswer => {
  const { status, checks } = registry.live();
  return { status: status === 'live' ? 200 : 503, body: { status, checks: withoutReasons(checks) } };
};

/**
 * The service can take traffic: everything it needs works, and it is not about to stop. For operators, with reasons.
 */
export const readiness = async (registry: ReadinessRegistry): Promise<HealthAnswer> => {
  const body = await registry.read();
  return { status: body.status === 'ready' ? 200 : 503, body };
};

/** The same for anybody: at most a second old, and without reasons, which are in the log. */
export const publicReadiness = async (registry: ReadinessRegistry): Promise<HealthAnswer> => {
  const body = await registry.readRecent();
  return { status: body.status === 'ready' ? 200 : 503, body };
};
