interface Content {
  example?: unknown;
  examples?: Readonly<Record<string, object>>;
}

interface Response {
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
  'x-codeSamples'?: readonly object[];
}

/** As much of the API's document as the reference adds to. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    examples: Readonly<Record<string, object>>;
  };
}

/** What the reference shows beside the document. */
export interface ReferenceParts {
  /** How to call each operation, by its id. */
  readonly samples: Readonly<Record<string, readonly object[]>>;
  /** Examples of lists, by operation. */
  readonly lists: Readonly<Record<string, unknown>>;
  /** Examples of problems, by code. */
  readonly problems: Readonly<Record<string, object>>;
  /** Which of them each response of the components shows. */
  readonly shown: Readonly<Record<string, readonly string[]>>;
}

/** Adds to the document what only people read, and returns it. */
export const withReference = (document: ApiDocument, parts: ReferenceParts): ApiDocument => {
  const { components, paths } = document;
  components.examples = { ...components.examples, ...parts.problems };
  for (const [name, codes] of Object.entries(parts.shown)) {
    const content = components.responses[name]?.content?.['application/problem+json'];
    if (content)
      content.examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  }
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, responses } = operation;
    const samples = parts.samples[operationId];
    if (samples) operation['x-codeSamples'] = samples;
    const list = responses['200']?.content?.['application/json'];
    if (list && operationId in parts.lists) list.example = parts.lists[operationId];
  }
  return document;
};
