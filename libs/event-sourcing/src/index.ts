export * from './decider.js';
export * from './domain-event.js';
export * from './fold.js';
export * from './given.js';
export * from './recorded.js';
