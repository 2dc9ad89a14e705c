export { AppError, type AppErrorFields, type Candidate, type ErrorKind, type Violation } from './app-error.js';
export { BackOff, backOffDelay, backOffMs, withJitter } from './back-off.js';
export { findAppError, hasCode, isKind } from './guards.js';
export { isOutage } from './outage.js';
export { OutageLines } from './outage-lines.js';
export { sentenceOf } from './sentence.js';
export { causesOf, type Failure, isTransientDatabaseError } from './postgres-errors.js';
export { HTTP_STATUS, MESSAGE_DISPOSITION } from './tables.js';
export { within } from './within.js';
