export { type Decision, givenFor, type Outcome, type Situation } from './given.js';
export { recorded } from './recorded.js';
