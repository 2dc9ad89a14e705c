export { commandArguments } from '../command-arguments.js';
export { REPUBLISH_OPTIONS, republishArguments } from './republish-arguments.js';
export { runRepublish } from './run-republish.js';
