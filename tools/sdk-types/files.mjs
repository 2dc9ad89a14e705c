import { resolved } from './document.mjs';

const HEADER = '// Written by `npm run sdk-types` from the document of the API.\n';

/** Files have addresses of their own, and OAuth is spoken by the SDK itself. */
const NOT_CALLED = ['downloadPhoto', 'downloadSpeciesPicture'];

const operationsOf = (document) =>
  Object.entries(document.paths)
    .filter(([path]) => !path.startsWith('/oauth/') && !path.startsWith('/.well-known/oauth'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, parameters = [], responses }]) => ({
        operationId,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((one) => resolved(document, one)),
        answers: Object.entries(responses)
          .filter(([status]) => Number(status) < 300)
          .map(([, response]) => resolved(document, response)),
      })),
    )
    .filter(({ operationId }) => !NOT_CALLED.includes(operationId));

const pascal = (operationId) => operationId[0].toUpperCase() + operationId.slice(1);

const hasQuery = ({ parameters }) => parameters.some((one) => one.in === 'query');
const hasJson = ({ answers }) => answers.some(({ content }) => content?.['application/json']);
const isWithoutKey = ({ method, parameters }) =>
  method === 'POST' && !parameters.some((one) => one.name.toLowerCase() === 'idempotency-key');

const listOf = (names) => names.map((name) => `  ${name},\n`).join('');

/** Every named schema, for those who use the SDK. */
export const componentsFile = ({ components }) =>
  `${HEADER}export type {\n${listOf(Object.keys(components.schemas).sort())}} from './types.gen.js';\n`;

/** Each operation's method and path at run time; the types of its query and its answer. */
export const operationsFile = (document, problemCodes) => {
  const operations = operationsOf(document);
  const queries = operations.filter(hasQuery).map(({ operationId }) => pascal(operationId));
  const answers = operations.filter(hasJson).map(({ operationId }) => pascal(operationId));
  const events = Object.entries(document.webhooks).map(([type, item]) => {
    const { $ref } = resolved(document, item).post.requestBody.content['application/json'].schema;
    return [type, $ref.slice($ref.lastIndexOf('/') + 1)];
  });
  const imported = [
    ...queries.map((name) => `${name}Data`),
    ...answers.map((name) => `${name}Responses`),
    ...events.map(([, name]) => name),
  ];
  return [
    HEADER,
    `import type {\n${listOf([...new Set(imported)].sort())}} from './types.gen.js';\n\n`,
    '/** Method and path, which lies below /v1 unless it begins with a slash. */\nexport const OPERATIONS = {\n',
    ...operations.map(
      ({ operationId, method, path }) => `  ${operationId}: '${method} ${path.replace('/v1/', '')}',\n`,
    ),
    '} as const;\nexport type OperationId = keyof typeof OPERATIONS;\n\n',
    '/** Requests that the service does not answer again under an `Idempotency-Key`. */\n',
    'export const WITHOUT_KEY = [',
    operations
      .filter(isWithoutKey)
      .map(({ operationId }) => `'${operationId}'`)
      .join(', '),
    '] as const;\n\n/** What each operation answers. */\nexport interface Operations {\n',
    ...operations.map(
      (one) => `  ${one.operationId}: ${hasJson(one) ? answersOf(pascal(one.operationId)) : 'undefined'};\n`,
    ),
    '}\n\n',
    '/** Parameters that are undefined are left out. */\n',
    'type ParametersOf<Query> = { [Name in keyof Query]: Query[Name] | undefined };\n',
    ...queries.map((name) => `export type ${name}Params = ParametersOf<NonNullable<${name}Data['query']>>;\n`),
    '\n/** The payload of each type of event. */\nexport interface EventPayloads {\n',
    ...events.map(([type, name]) => `  '${type}': ${name};\n`),
    '}\n\n/** The codes of problems, without those of single fields. */\nexport type ProblemCode =\n',
    `${problemCodes.map((code) => `  | '${code}'`).join('\n')};\n`,
  ].join('');
};

const answersOf = (name) => `${name}Responses[keyof ${name}Responses]`;
