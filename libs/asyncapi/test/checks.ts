import { createRequire } from 'node:module';
import { Ajv, type ErrorObject } from 'ajv';
import type { SentMessage } from '../src/message-check.js';

const SPECIFICATION = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.1.0.json') as object;

export interface Message {
  readonly headers: object;
  readonly payload: object;
  readonly examples: readonly SentMessage[];
}
export interface Document {
  readonly asyncapi: string;
  readonly info: { readonly description: string };
  readonly channels: Readonly<
    Record<
      string,
      { address: string | null; description: string; bindings?: object; messages: Record<string, { $ref: string }> }
    >
  >;
  readonly operations: Readonly<
    Record<string, { action: string; channel: { $ref: string }; messages: { $ref: string }[]; bindings?: object }>
  >;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

// The specification brings its own copy of the dialect that it is written in.
const isSpecified = new Ajv({
  strict: false,
  validateFormats: false,
  allErrors: true,
  meta: false,
  validateSchema: false,
}).compile(SPECIFICATION);

/** What the AsyncAPI specification has against a document. */
export const violationsOf = (document: object): ErrorObject[] =>
  isSpecified(document) ? [] : (isSpecified.errors ?? []);

/** All references of the document that lead nowhere. */
export const brokenRefs = (document: object): string[] =>
  [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].flatMap(([, path = '']) => {
    const found = path
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    return found === undefined ? [path] : [];
  });
