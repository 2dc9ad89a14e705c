export { AppError, type AppErrorFields, type ErrorKind, type Violation } from './app-error.js';
export { BackOff, backOffDelay, backOffMs, withJitter } from './back-off.js';
export { findAppError, hasCode, isKind } from './guards.js';
export { isTransientDatabaseError, isUniqueViolation } from './postgres-errors.js';
export { HTTP_STATUS, MESSAGE_DISPOSITION } from './tables.js';
