import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'apps', 'gateway', 'data');

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>;
}
interface Reply {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Reply>>;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export const apiDocument = JSON.parse(readFileSync(join(FOLDER, 'openapi.json'), 'utf8')) as ApiDocument;

/** The examples of lists and of what writes return, which the reference shows beside the document. */
const { examples } = JSON.parse(readFileSync(join(FOLDER, 'reference.json'), 'utf8')) as {
  readonly examples: Readonly<Record<string, unknown>>;
};

const resolved = <T extends { readonly $ref?: string }>(one: T): T =>
  one.$ref === undefined
    ? one
    : (one.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], apiDocument) as T);

/** Every operation of the document, with the paths that are its own. Paths without parameters come first. */
const OPERATIONS = Object.entries(apiDocument.paths)
  // The SDK speaks OAuth by itself.
  .filter(([path]) => !path.startsWith('/oauth/') && !path.startsWith('/.well-known/oauth'))
  .sort(([one], [other]) => one.split('{').length - other.split('{').length)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      operation,
    })),
  );

export const operationIds = (): string[] => OPERATIONS.map(({ operation }) => operation.operationId);

/** The answer that the document shows as the operation's success. */
const exampleOf = ({ operationId, responses }: Operation): { status: number; type: string; body: unknown } => {
  const [status = '204', reply] = Object.entries(responses).find(([code]) => Number(code) < 300) ?? [];
  const [type = '', media] = Object.entries(resolved(reply ?? {}).content ?? {})[0] ?? [];
  const [first] = Object.values(media?.examples ?? {});
  const example = examples[operationId] ?? media?.example ?? (first && resolved(first).value);
  return { status: Number(status), type, body: example };
};

/** A service that answers every request with the document's own example, and notes which operations were called. */
export class DocumentedService {
  readonly called: string[] = [];
  private readonly server = createServer((request, response) => this.answer(request, response));

  static async listen(): Promise<DocumentedService> {
    const service = new DocumentedService();
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const { pathname } = new URL(request.url ?? '', this.baseUrl);
    const path = pathname.replace(/^\/api/, '');
    const found = OPERATIONS.find(({ method, pattern }) => method === request.method && pattern.test(path));
    if (!found) return void response.writeHead(404).end();
    const { operation } = found;
    this.called.push(operation.operationId);
    const { status, type, body } = exampleOf(operation);
    // A stream begins once; who comes again with its last event is told that it is gone.
    const isGone =
      operation.operationId === 'streamEvents' && this.called.filter((id) => id === 'streamEvents').length > 1;
    response.writeHead(isGone ? 410 : status, { etag: '"1"', ...(type && { 'content-type': type }) });
    response.end(status === 204 ? undefined : this.textOf(body));
  }

  /** Addresses of the service lead here. */
  private textOf(body: unknown): string {
    // Lists end, and jobs are done.
    const done = { next_cursor: null, has_more: false, status: 'completed' };
    const shown = Object.entries(done).filter(([name]) => typeof body === 'object' && name in (body ?? {}));
    const text =
      typeof body === 'string' ? body : JSON.stringify({ ...(body as object), ...Object.fromEntries(shown) });
    return text.replace(/https?:\/\/[\w.:-]+(?=\/(?:api\/)?v1\/)/g, this.baseUrl);
  }
}
