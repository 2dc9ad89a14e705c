import type { oas31 } from 'zod-openapi';
import { isSchema, type Schema } from './json-schema.js';

type Words = Readonly<Record<string, string>>;

/** What is said of parts of the document that say nothing of themselves, by their names. */
export interface DocumentWords {
  readonly tags: Words;
  readonly components: Words;
  /** By how the name of a component ends. */
  readonly endings: Words;
  /** By `Schema.field`, or by the name of the field alone. */
  readonly fields: Words;
  readonly parameters: Words;
}

/** Schemas with words for themselves and their fields, where they had none. */
export const explained = (
  schemas: Readonly<Record<string, Schema>>,
  { components, endings, fields }: DocumentWords,
): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const ending = Object.keys(endings).find((one) => name.endsWith(one));
      const description = components[name] ?? (ending === undefined ? undefined : endings[ending]);
      const properties = isSchema(schema['properties'])
        ? explainedFields(schema['properties'], name, fields)
        : undefined;
      return [
        name,
        {
          ...(description !== undefined && { description }),
          ...schema,
          ...(properties && { properties }),
        },
      ];
    }),
  );

const explainedFields = (properties: Schema, schemaName: string, fields: Words): Schema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const description = fields[`${schemaName}.${name}`] ?? fields[name];
      return [
        name,
        isSchema(field) && description !== undefined && !isNamed(field) ? { description, ...field } : field,
      ];
    }),
  );

/** Refers to a component, which is explained itself. */
const isNamed = (schema: Schema): boolean => '$ref' in schema;

/** The same for the parameters of operations. */
export const explainParameters = (
  operations: readonly oas31.OperationObject[],
  { parameters }: DocumentWords,
): void => {
  for (const parameter of operations.flatMap((operation) => operation.parameters ?? []))
    if ('in' in parameter && parameter.description === undefined && parameters[parameter.name] !== undefined)
      parameter.description = parameters[parameter.name] ?? '';
};
