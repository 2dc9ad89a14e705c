export * from './asyncapi-document.js';
export * from './asyncapi-parts.js';
export * from './event-json-schemas.js';
export * from './message-check.js';
export * from './openapi-webhooks.js';
export * from './webhook-catalogue.js';
export { payloadSchema } from './webhook-payload.js';
