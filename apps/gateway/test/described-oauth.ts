import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Described {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, object>>;
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Described>> }>>>
  >;
  readonly components: {
    readonly responses: Readonly<Record<string, Described>>;
    readonly schemas: Record<string, { additionalProperties?: boolean; properties?: object }>;
  };
}

const DOCUMENT = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'data', 'openapi.json'), 'utf8')) as Document;
const OF_OAUTH = /^\/(oauth\/|\.well-known\/oauth-)/;

// A field that the document does not name is a field that nobody can know of.
for (const [name, schema] of Object.entries(DOCUMENT.components.schemas))
  if (/OAuth|Device|AuthorizationServer/.test(name) && schema.properties) schema.additionalProperties = false;

// Formats are checked where they are patterns too.
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, allErrors: true });
ajv.addSchema(DOCUMENT, 'document');
const pointerTo = (...path: string[]): string =>
  path.map((one) => encodeURIComponent(one.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** Tells what an answer of an OAuth endpoint has that `openapi.json` does not say; null when nothing. */
export const undescribedOAuth = async (method: string, url: URL, answer: Response): Promise<string | null> => {
  const operation = DOCUMENT.paths[url.pathname]?.[method.toLowerCase()];
  if (!OF_OAUTH.test(url.pathname) || !operation) return null;
  const what = `${method} ${url.pathname} answers ${answer.status}`;
  const status = String(answer.status) in operation.responses ? String(answer.status) : 'default';
  const described = operation.responses[status];
  if (!described) return `${what}, which is not described`;
  const path = described.$ref
    ? described.$ref.replace('#/', '')
    : pointerTo('paths', url.pathname, method.toLowerCase(), 'responses', status);
  const contents = resolved(described).content;
  // A browser shows the body of a redirect to nobody.
  if (answer.status >= 300 && answer.status < 400) return null;
  const text = await answer.clone().text();
  if (!contents) return text === '' ? null : `${what} with a body, which is not described`;
  const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? 'no type';
  if (!(type in contents)) return `${what} with ${type}, which is not described`;
  if (!type.endsWith('json')) return null;
  const fits = validatorOf(`document#/${path}/${pointerTo('content', type, 'schema')}`);
  return fits(JSON.parse(text)) ? null : `${what} not as described: ${ajv.errorsText(fits.errors)} in ${text}`;
};

const resolved = (described: Described): Described =>
  described.$ref ? (DOCUMENT.components.responses[described.$ref.split('/').at(-1) ?? ''] ?? {}) : described;

const validatorOf = (schema: string): ValidateFunction => ajv.compile({ $ref: schema });

/** Checks every answer of OAuth endpoints to a `fetch` of this process, until the returned function is called. */
export const checkOAuthAnswers = (): (() => void) => {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const request = input instanceof Request ? input : undefined;
    const method = init?.method ?? request?.method ?? 'GET';
    const undescribed = await undescribedOAuth(method, new URL(request?.url ?? String(input)), answer);
    if (undescribed) throw new Error(undescribed);
    return answer;
  };
  return () => void (globalThis.fetch = fetch);
};
