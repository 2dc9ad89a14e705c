export type { Corrections } from './corrections.js';
export { headsOf, type LostEvent } from './lost-events.js';
export { runLostVersions } from './run-lost-versions.js';
