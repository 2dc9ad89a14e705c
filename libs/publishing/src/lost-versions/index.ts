export { commandArguments } from '../command-arguments.js';
export type { Corrections } from './corrections.js';
export { headsOf, type LostEvent, scanEvents } from './lost-events.js';
export { LOST_VERSIONS_HELP, lostVersionsArguments } from './lost-versions-arguments.js';
export { runLostVersions } from './run-lost-versions.js';
