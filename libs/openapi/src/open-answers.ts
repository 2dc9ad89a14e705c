import type { oas31 } from 'zod-openapi';
import { isSchema, nameIn, type Schema } from './json-schema.js';

type Schemas = Readonly<Record<string, Schema>>;

/**
 * Takes `additionalProperties: false` from all that is not sent to the service: clients that were generated today are
 * to read the answers of tomorrow, which have more fields.
 */
export const openAnswers = (schemas: Schemas, operations: readonly oas31.OperationObject[]): Schemas => {
  const sent = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isSchema(value)) return;
    const name = typeof value['$ref'] === 'string' ? nameIn(value['$ref']) : '';
    if (name in schemas && !sent.has(name)) {
      sent.add(name);
      visit(schemas[name]);
    }
    Object.values(value).forEach(visit);
  };
  for (const { requestBody } of operations) visit(requestBody);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, sent.has(name) ? schema : opened(schema)]),
  );
};

const opened = (schema: Schema): Schema => {
  const { additionalProperties, ...rest } = schema;
  return additionalProperties === false ? rest : schema;
};
