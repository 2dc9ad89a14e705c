export { type RepublishedLog, runRepublish } from './run-republish.js';
