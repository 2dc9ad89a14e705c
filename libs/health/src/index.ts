export { DatabaseWatch, type DatabaseWatchOptions } from './database-watch.js';
export { addHealthRoutes } from './health-routes.js';
export { type InternalServer, listenInternally } from './internal-server.js';
export { closeAfterAnswers } from './last-answers.js';
export { poolMetrics } from './pool-metrics.js';
export { readForScrape } from './read-for-scrape.js';
export { ReadinessRegistry } from './readiness.registry.js';
export { SilentConnections } from './silent-connections.js';
