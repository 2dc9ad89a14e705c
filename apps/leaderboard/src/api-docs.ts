import type { Parts, RouteDocs } from '@cds/openapi';
import { boardsDocs } from './boards/boards.docs.js';
import { entriesDocs } from './entries/entries.docs.js';
import { metricSchema, periodKindSchema } from './boards/board-rule.schemas.js';
import { boardStateSchema, periodSchema } from './boards/board-view.js';
import { boardRefSchema } from './entries/angler-rankings/ranking-view.js';

/** The descriptions of this service's routes in the API reference. */
export const routeDocs: readonly RouteDocs[] = [...boardsDocs, ...entriesDocs];

/** What of it has a name of its own there. */
export const parts: Parts = {
  LeaderboardPeriod: periodSchema,
  LeaderboardRef: boardRefSchema,
  LeaderboardState: boardStateSchema,
  Metric: metricSchema,
  Period: periodKindSchema,
};
