export { republishArguments } from './republish-arguments.js';
export { runRepublish } from './run-republish.js';
