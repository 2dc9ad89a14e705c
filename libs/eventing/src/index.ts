export * from './connect-consumers.js';
export * from './event-outlet.js';
export * from './kafka.module.js';
export * from './publishing.module.js';
