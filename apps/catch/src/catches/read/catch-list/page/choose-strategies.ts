import { type PageRequest, pageShape } from './page-request.js';
import type { PageStrategy } from './page-strategy.js';

/**
 * The strategies that can read the page, the cheapest first, and in the given order where they cost the same. Costs are
 * estimated only where there is a choice.
 */
export const chooseStrategies = async (
  strategies: readonly PageStrategy[],
  request: PageRequest,
): Promise<readonly PageStrategy[]> => {
  const shape = pageShape(request);
  const able = strategies.filter(({ shapes }) => shapes.includes(shape));
  if (able.length < 2) return able;
  const priced = await Promise.all(able.map(async (strategy) => ({ strategy, cost: await strategy.cost(request) })));
  return priced.toSorted((one, other) => one.cost - other.cost).map(({ strategy }) => strategy);
};
