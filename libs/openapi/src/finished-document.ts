import type { oas31 } from 'zod-openapi';
import { openAnswers } from './open-answers.js';
import { isSchema, nameIn, pascal, refTo, type Schema } from './json-schema.js';
import { NamedParts } from './named-parts.js';
import { plainForms } from './plain-forms.js';
import type { RouteDocs } from './route-docs.js';
import { type DocumentWords, explained, explainParameters } from './words.js';
import { contentsOf, shareComponents, shareExamples } from './shared-components.js';

/** What the service sends to its users, as OpenAPI says it, by name; and the schemas that this refers to. */
export interface SentWebhooks {
  readonly webhooks: Readonly<Record<string, object>>;
  readonly schemas: Readonly<Record<string, object>>;
}

interface Rest {
  /** Names of components that equal parts are replaced by. */
  readonly parts: readonly string[];
  readonly docs: readonly RouteDocs[];
  readonly sent?: SentWebhooks | undefined;
  readonly words?: DocumentWords | undefined;
}

/**
 * The document in the form that generators of clients read best: every object and enumeration is a component, what
 * operations share stands once, and parameters are explained where readers look.
 */
export const finishedDocument = (document: oas31.OpenAPIObject, { parts, docs, sent, words }: Rest): object => {
  const { paths = {}, components = {}, ...rest } = document;
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as oas31.OperationObject[]);
  const named = new NamedParts(plain({ ...components.schemas, ...unique(sent, components.schemas) }), parts);
  for (const operation of operations) {
    for (const parameter of operation.parameters ?? []) if ('in' in parameter) describeParameter(parameter);
    nameSchemas(operation, named);
  }
  if (words) explainParameters(operations, words);
  const open = openAnswers(withAlternatives(named.schemas, docs, operations), operations);
  const schemas = words ? explained(open, words) : open;
  // Not those of webhooks: openapi-generator takes a parameter that is referred to there for given twice.
  const shared = shareComponents([...operations, { responses: components.responses ?? {} }]);
  const examples = { ...components.examples, ...shareExamples(operations) };
  return {
    ...rest,
    paths,
    ...(sent && { webhooks: referredTo(sent.webhooks) }),
    components: { ...components, schemas, ...shared, examples, ...(sent && { pathItems: sent.webhooks }) },
  };
};

/** Generators that know no webhooks write clients for those that they find in their place, which do not compile. */
const referredTo = (webhooks: SentWebhooks['webhooks']): object =>
  Object.fromEntries(Object.keys(webhooks).map((type) => [type, { $ref: `#/components/pathItems/${type}` }]));

/** The schemas of webhooks; throws when one of them has the name of another one. */
const unique = (sent: SentWebhooks | undefined, schemas: object = {}): SentWebhooks['schemas'] => {
  const taken = Object.keys(sent?.schemas ?? {}).filter((name) => Object.hasOwn(schemas, name));
  if (taken.length > 0) throw new Error(`two schemas have the name ${taken.join(', ')}`);
  return sent?.schemas ?? {};
};

const plain = (schemas: Readonly<Record<string, object>>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plainForms(schema as Schema)]));

/** Readers look at the parameter for what its schema says; a list whose values go in one text says how it is sent. */
const describeParameter = (parameter: oas31.ParameterObject): void => {
  if (!isSchema(parameter.schema)) return;
  const { description, explode, ...schema } = parameter.schema as Schema;
  if (typeof description === 'string') parameter.description ??= description;
  if (explode === false) Object.assign(parameter, { style: 'form', explode });
  parameter.schema = plainForms(schema);
};

const nameSchemas = (operation: oas31.OperationObject, named: NamedParts): void => {
  const own = pascal(operation.operationId ?? '');
  const name = (holder: { schema?: unknown }, as: string): void => {
    if (isSchema(holder.schema)) holder.schema = named.named(plainForms(holder.schema), as);
  };
  for (const parameter of operation.parameters ?? [])
    if ('in' in parameter) name(parameter, own + pascal(parameter.name));
  for (const content of contentsOf(operation.requestBody)) name(content, `${own}Body`);
  for (const response of Object.values(operation.responses ?? {}) as object[])
    for (const content of contentsOf(response)) name(content, `${own}Answer`);
};

/**
 * Names with each answer the forms that it takes when a parameter asks for them. They stand beside its schema, which
 * is the plain form: a union of both would have every program ask which of them it got.
 */
const withAlternatives = (
  schemas: Readonly<Record<string, Schema>>,
  docs: readonly RouteDocs[],
  operations: readonly oas31.OperationObject[],
): Record<string, Schema> => {
  const all: Record<string, Schema> = { ...schemas };
  for (const { operationId, answers } of docs)
    for (const [status, { alternatives = {} }] of Object.entries(answers)) {
      const responses = (operations.find((one) => one.operationId === operationId)?.responses ?? {}) as object;
      const [content] = contentsOf((responses as Record<string, object>)[status]);
      const name = nameIn((content?.schema as { $ref?: string } | undefined)?.$ref);
      const schema = all[name];
      if (!schema) continue;
      const defs = { ...(schema['$defs'] as object | undefined) };
      for (const other of Object.keys(alternatives)) Object.assign(defs, { [other]: refTo(other) });
      if (Object.keys(defs).length > 0) all[name] = { ...schema, $defs: defs };
    }
  return all;
};
