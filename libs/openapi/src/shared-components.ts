import type { oas31 } from 'zod-openapi';
import { pascal } from './json-schema.js';

type Operation = oas31.OperationObject;
type Reference = oas31.ReferenceObject;

/**
 * Puts the examples that stand twice or more among the components, named after the operation that has them first.
 */
export const shareExamples = (operations: readonly Operation[]): Record<string, oas31.ExampleObject> => {
  const contents = operations.flatMap(({ operationId = '', requestBody, responses = {} }) =>
    [requestBody, ...Object.values(responses)].flatMap((one: object | undefined) =>
      contentsOf(one).map((content) => ({ operationId, content, key: JSON.stringify(content.example) })),
    ),
  );
  const shared: Record<string, oas31.ExampleObject> = {};
  const names = new Map<string, string>();
  for (const { operationId, content, key } of contents) {
    if (key === undefined || contents.filter((other) => other.key === key).length < 2) continue;
    const name = names.get(key) ?? (operationId in shared ? `${operationId}Body` : operationId);
    names.set(key, name);
    shared[name] = { value: content.example as unknown };
    delete content.example;
    content.examples = { default: { $ref: `#/components/examples/${name}` } };
  }
  return shared;
};

export const contentsOf = (holder: object | undefined): oas31.MediaTypeObject[] =>
  holder && 'content' in holder ? Object.values(holder.content as Record<string, oas31.MediaTypeObject>) : [];

/**
 * Puts parameters and headers that stand in two operations or more among the components, and refers to them. The one
 * that is used most has its plain name; others that share its name are called after the operation that has them first.
 */
export const shareComponents = (
  operations: readonly Operation[],
): Required<Pick<oas31.ComponentsObject, 'parameters' | 'headers'>> => {
  const parameters = new Shared<oas31.ParameterObject>('parameters');
  const headers = new Shared<oas31.HeaderObject>('headers');
  const uses = operations.map((operation) => ({ operation, responses: responsesOf(operation) }));
  for (const { operation, responses } of uses) {
    for (const one of operation.parameters ?? []) if ('in' in one) parameters.count(one, pascal(one.name));
    for (const response of responses) for (const [name, one] of headersOf(response)) headers.count(one, name);
  }
  for (const { operation, responses } of uses) {
    const { operationId = '' } = operation;
    operation.parameters &&= operation.parameters.map((one) =>
      'in' in one ? parameters.referred(one, pascal(operationId) + pascal(one.name)) : one,
    );
    for (const response of responses) {
      const named = headersOf(response).map(([name, one]) => [name, headers.referred(one, `${name}-${operationId}`)]);
      if (named.length > 0) response.headers = Object.fromEntries(named) as oas31.HeadersObject;
      else delete response.headers;
    }
  }
  return { parameters: parameters.components, headers: headers.components };
};

const responsesOf = ({ responses = {} }: Operation): oas31.ResponseObject[] =>
  Object.values(responses).filter((one): one is oas31.ResponseObject => !('$ref' in (one as object)));

const headersOf = ({ headers = {} }: oas31.ResponseObject): [string, oas31.HeaderObject][] =>
  Object.entries(headers).filter((entry): entry is [string, oas31.HeaderObject] => !('$ref' in entry[1]));

/** What is used twice or more. */
class Shared<T extends object> {
  readonly #uses = new Map<string, { readonly one: T; readonly plainName: string; count: number }>();
  readonly #names = new Map<string, string>();

  constructor(readonly kind: 'parameters' | 'headers') {}

  get components(): Record<string, T> {
    const named = [...this.#names].map(([key, name]) => [name, this.#uses.get(key)?.one as T] as const);
    return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  count(one: T, plainName: string): void {
    const key = JSON.stringify(one);
    const use = this.#uses.get(key) ?? { one, plainName, count: 0 };
    use.count += 1;
    this.#uses.set(key, use);
  }

  referred(one: T, otherName: string): T | Reference {
    const key = JSON.stringify(one);
    const use = this.#uses.get(key);
    if (!use || use.count < 2) return one;
    const name = this.#names.get(key) ?? (this.#isMostUsed(use) ? use.plainName : otherName);
    this.#names.set(key, name);
    return { $ref: `#/components/${this.kind}/${name}` };
  }

  #isMostUsed(use: { readonly plainName: string; readonly count: number }): boolean {
    const rivals = [...this.#uses.values()].filter(({ plainName }) => plainName === use.plainName);
    return rivals.toSorted((one, other) => other.count - one.count)[0] === use;
  }
}
