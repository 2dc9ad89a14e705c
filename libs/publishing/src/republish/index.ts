export { runRepublish } from './run-republish.js';
