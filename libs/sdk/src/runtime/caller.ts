import { OPERATIONS, type OperationId, type Operations, WITHOUT_KEY } from '../openapi/generated/operations.gen.js';
import { responseOf } from './answers.js';
import type { Chosen } from './chosen.js';
import { CatchDataError } from './errors.js';
import { List, type Page } from './list.js';
import type { ChangeOptions, CreateOptions, HeaderValues, RequestOptions } from './options.js';
import { type HttpRequest, keyHeader, type RequestBody } from './request.js';
import type { Answer, OpenAnswer, Transport } from './transport.js';
import { pathOf, queryOf } from './url.js';

/** What is changed: its id, or the object as it was read, which must still be current. */
export type Target = string | { readonly id: string };

export interface Input {
  readonly ids?: readonly string[];
  readonly params?: object | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: RequestBody;
  readonly onProgress?: HttpRequest['onProgress'];
  readonly headers?: HeaderValues;
  readonly isLong?: boolean;
}

interface Choice<F> {
  readonly fields?: F | readonly F[] | undefined;
}
type ListId = { [O in OperationId]: Operations[O] extends Page<unknown> ? O : never }[OperationId];
type ItemOf<P> = P extends { data: readonly (infer Item)[] } ? Item : never;

/** Turns operations of the API's document into requests. */
export class Caller {
  constructor(readonly transport: Transport) {}

  async call<O extends OperationId>(operation: O, input: Input, options?: RequestOptions): Promise<Operations[O]> {
    return (await this.answer(operation, input, options)).value as Operations[O];
  }

  answer(operation: OperationId, input: Input, options?: RequestOptions): Promise<Answer> {
    return this.transport.send(requestOf(operation, input, options), options);
  }

  open(operation: OperationId, input: Input, options?: RequestOptions): Promise<OpenAnswer> {
    return this.transport.open(requestOf(operation, input, options), options);
  }

  /** A GET of one thing. */
  read<O extends OperationId, F = never>(
    operation: O,
    ids: readonly string[],
    params?: Choice<F>,
    options?: RequestOptions,
  ): Promise<Chosen<Operations[O], F>> {
    return this.call(operation, { ids, params }, options) as Promise<Chosen<Operations[O], F>>;
  }

  list<O extends ListId, F = never>(
    operation: O,
    ids: readonly string[],
    params: Choice<F> = {},
    options?: RequestOptions,
  ): List<Chosen<ItemOf<Operations[O]>, F>> {
    type Item = Chosen<ItemOf<Operations[O]>, F>;
    const fetch = (query: object, sent?: RequestOptions): Promise<Page<Item>> =>
      this.call(operation, { ids, params: query }, sent) as unknown as Promise<Page<Item>>;
    return new List(fetch, params, options);
  }

  /** A POST of JSON, or of nothing. */
  post<O extends OperationId>(
    operation: O,
    ids: readonly string[],
    body?: unknown,
    options?: CreateOptions,
  ): Promise<Operations[O]> {
    return this.call(operation, { ids, body }, options);
  }

  /** A POST whose answer shows a secret in `field`, once. */
  async callForSecret<O extends OperationId, Field extends string & keyof Operations[O]>(
    operation: O,
    field: Field,
    ids: readonly string[],
    body?: unknown,
    options?: CreateOptions,
  ): Promise<Operations[O] & Required<Pick<Operations[O], Field>>> {
    const { value, info } = await this.answer(operation, { ids, body }, options);
    if (info.replayed && (value as Record<string, unknown>)[field] === undefined) throw lostSecret(value, field);
    return value as Operations[O] & Required<Pick<Operations[O], Field>>;
  }

  /** PATCH or PUT of what stands last in `ids`. */
  change<O extends OperationId>(
    operation: O,
    ids: readonly [...string[], Target],
    body: unknown,
    options?: ChangeOptions,
  ): Promise<Operations[O]> {
    return this.call(operation, { ...targeted(ids, options), body }, options);
  }

  /** DELETE. What is gone after a lost answer was deleted by the try before it. */
  async remove(
    operation: OperationId,
    ids: readonly [...string[], Target],
    options?: ChangeOptions,
    params?: object,
  ): Promise<void> {
    const request = requestOf(operation, { ...targeted(ids, options), params }, options);
    await this.transport.send({ ...request, goneIsDone: true }, options);
  }
}

const MERGE_PATCH = 'application/merge-patch+json';

const requestOf = (operation: OperationId, input: Input, options: CreateOptions = {}): HttpRequest => {
  const [method = '', template = ''] = OPERATIONS[operation].split(' ');
  const hasKey = method === 'POST' && !(WITHOUT_KEY as readonly string[]).includes(operation);
  const type = method === 'PATCH' ? MERGE_PATCH : 'application/json';
  return {
    ...input,
    method,
    path: pathOf(template.startsWith('/') ? template : `/v1/${template}`, input.ids ?? []) + queryOf(input.params),
    headers: {
      accept: 'application/json',
      ...(input.body !== undefined && { 'content-type': type }),
      ...(hasKey && keyHeader(options)),
      ...input.headers,
    },
    body: input.body === undefined ? input.raw : JSON.stringify(input.body),
    repeatable: method !== 'POST' || hasKey,
  };
};

const targeted = (ids: readonly [...string[], Target], options: ChangeOptions = {}): Input => {
  const target = ids[ids.length - 1] as Target;
  const path = ids.map((one) => (typeof one === 'string' ? one : one.id));
  return { ids: path, headers: { 'if-match': tagOf(target, options) } };
};

const tagOf = (target: Target, { ifMatch }: ChangeOptions): string | undefined => {
  if (ifMatch !== undefined || typeof target === 'string') return ifMatch ?? undefined;
  const tag = responseOf(target)?.etag;
  if (tag !== undefined) return tag;
  throw new TypeError(
    `${target.id}: nothing tells which state this object was read in, as it is a copy or came in a list. ` +
      'Pass what get() returned, or the id to change whatever is current, or ifMatch.',
  );
};

const lostSecret = (resource: unknown, field: string): CatchDataError => {
  const { id } = resource as { readonly id?: string };
  return new CatchDataError({
    code: 'sdk.secret_lost',
    status: 200,
    resource,
    detail:
      `${id ?? 'It'} was made, but the answer that showed its ${field} was lost, and it is shown once. ` +
      'Create a new one by rolling or rotating it, or revoke it.',
  });
};
