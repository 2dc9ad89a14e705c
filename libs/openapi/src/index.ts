export * from './answer-check.js';
export * from './idempotent.js';
export * from './list-of.js';
export type { SentWebhooks } from './finished-document.js';
export * from './openapi-document.js';
export { problemCodes } from './problem-answers.js';
export * from './problem-schema.js';
export * from './route-docs.js';
export type { DocumentWords } from './words.js';
