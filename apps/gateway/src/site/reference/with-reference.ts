import type { ProblemExample } from '../problems/problem-examples.js';
import { inlined } from './inlined.js';
import { BEARER, BEGINNING, SDK } from './reference-words.js';

interface Content {
  example?: unknown;
  examples?: Readonly<Record<string, object>>;
}

interface Response {
  readonly content?: Readonly<Record<string, Content>>;
  readonly $ref?: string;
}

interface Operation {
  readonly operationId: string;
  responses: Readonly<Record<string, Response>>;
  'x-codeSamples'?: readonly object[];
}

/** As much of the API's document as the reference adds to. */
export interface ApiDocument {
  readonly info: { description: string; 'x-scalar-sdk-installation'?: readonly object[] };
  security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    responses: Readonly<Record<string, Response>>;
    examples: Readonly<Record<string, object>>;
    securitySchemes: Readonly<Record<string, object>>;
    schemas: Readonly<Record<string, object>>;
  };
}

/** What the reference shows beside the document. */
export interface ReferenceParts {
  /** How to call each operation, by its id. */
  readonly samples: Readonly<Record<string, readonly object[]>>;
  /** Examples of lists and of what writes return, by operation. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** The codes of problems that each response of the components stands for. */
  readonly shown: Readonly<Record<string, readonly string[]>>;
}

const PROBLEM = 'application/problem+json';
const RESPONSES = '#/components/responses/';
const SUCCESSES = ['200', '201', '202'];

/** Adds to the document what only people read, and returns it. */
export const withReference = (
  document: ApiDocument,
  { samples, examples, shown }: ReferenceParts,
  problems: readonly ProblemExample[],
): ApiDocument => {
  const { components, paths } = document;
  addWords(document);
  const general = problems.filter(({ operation }) => operation === undefined);
  components.examples = {
    ...components.examples,
    ...Object.fromEntries(general.map(({ code, problem }) => [code, { value: problem }])),
  };
  const known = new Set(general.map(({ code }) => String(code)));
  components.responses = Object.fromEntries(
    Object.entries(components.responses).map(([name, response]) => {
      const codes = (shown[name] ?? []).filter((code) => known.has(code));
      const refs = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
      return [name, withExamples(response, Object.fromEntries(refs) as Record<string, object>)];
    }),
  );
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId } = operation;
    const sample = samples[operationId];
    if (sample) operation['x-codeSamples'] = sample;
    const returned = SUCCESSES.map((status) => operation.responses[status]?.content?.['application/json']).find(
      Boolean,
    );
    if (returned && operationId in examples) returned.example = inlined(examples[operationId]);
    const own = problems.filter((one) => one.operation === operationId);
    operation.responses = withOwnExamples(operation.responses, components.responses, own);
  }
  return document;
};

/**
 * Says how to begin, and what there is to call the API with. The page cannot ask a person for an access token, as it is
 * no app that they could let in: it takes the token, or a key, as it is.
 */
const addWords = (document: ApiDocument): void => {
  const { info, components } = document;
  info.description = `${BEGINNING}\n${info.description}`;
  info['x-scalar-sdk-installation'] = SDK;
  const { oauth2: _, ...schemes } = components.securitySchemes;
  components.securitySchemes = { ...schemes, bearer: { ...schemes['bearer'], description: BEARER } };
  document.security = document.security.filter((one) => !('oauth2' in one));
  // Names for generators of clients: `-created_at` is what one sends.
  for (const schema of Object.values(components.schemas)) Reflect.deleteProperty(schema, 'x-enum-varnames');
};

/** An answer that many operations share is said again where one of them has an example of its own. */
const withOwnExamples = (
  responses: Operation['responses'],
  shared: ApiDocument['components']['responses'],
  own: readonly ProblemExample[],
): Operation['responses'] =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const examples = own.filter(({ problem }) => String(problem.status) === status);
      const meant = shared[response.$ref?.slice(RESPONSES.length) ?? ''];
      if (!meant || examples.length === 0) return [status, response];
      return [
        status,
        withExamples(meant, Object.fromEntries(examples.map(({ code, problem }) => [code, { value: problem }]))),
      ];
    }),
  );

const withExamples = (response: Response, examples: Readonly<Record<string, object>>): Response => {
  const problem = response.content?.[PROBLEM];
  if (!problem) return response;
  return {
    ...response,
    content: { ...response.content, [PROBLEM]: { ...problem, examples: { ...problem.examples, ...examples } } },
  };
};
