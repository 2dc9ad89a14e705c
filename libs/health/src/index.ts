export { DatabaseWatch, type DatabaseWatchOptions } from './database-watch.js';
export { addHealthRoutes } from './health-routes.js';
export { listenInternally } from './internal-server.js';
export { closeAfterAnswers } from './last-answers.js';
export { ReadinessRegistry } from './readiness.registry.js';
