export * from './app-error.js';
export * from './guards.js';
export * from './postgres-errors.js';
export * from './tables.js';
