export type { Corrections } from './corrections.js';
export { headsOf, type LostEvent, scanEvents } from './lost-events.js';
export { readLostVersionsArguments } from './lost-versions-arguments.js';
export { runLostVersions } from './run-lost-versions.js';
