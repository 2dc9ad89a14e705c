import type { FastifyRequest } from 'fastify';
import type { Strategy, StrategyCreatedStatic } from 'passport';

export type StrategyOutcome<U> =
  | { readonly type: 'success'; readonly user: U; readonly info: object }
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'fail' };

interface Run extends StrategyCreatedStatic {
  authenticate(request: FastifyRequest, options: object): void;
}

/** Runs a strategy of passport for a request of Fastify. Rejects with what the strategy calls an error. */
export const runStrategy = <U>(
  strategy: Strategy,
  request: FastifyRequest,
  options: object,
): Promise<StrategyOutcome<U>> =>
  new Promise((resolve, reject) => {
    const run = Object.create(strategy) as Run;
    run.success = (user, info) => resolve({ type: 'success', user: user as U, info: info ?? {} });
    run.redirect = (url) => resolve({ type: 'redirect', url });
    run.fail = () => resolve({ type: 'fail' });
    run.pass = () => resolve({ type: 'fail' });
    run.error = reject;
    run.authenticate(request, options);
  });
