export * from './asyncapi-document.js';
export * from './asyncapi-parts.js';
export * from './event-json-schemas.js';
export * from './message-check.js';
export { payloadSchema } from './webhook-payload.js';
