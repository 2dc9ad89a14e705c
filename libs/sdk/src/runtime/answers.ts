/** What an answer said beside its body. */
export interface AnswerInfo {
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  readonly etag: string | undefined;
  /** Whether this is the stored answer to an earlier request with the same `Idempotency-Key`. */
  readonly replayed: boolean;
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetSeconds: number } | undefined;
}

const answers = new WeakMap<object, AnswerInfo>();

/**
 * The status, headers, request id, entity tag and rate limit of the answer that a value came in. Undefined for copies,
 * and for the items of a list: the answer belongs to their page.
 */
export const responseOf = (value: object): AnswerInfo | undefined => answers.get(value);

export const remember = (value: unknown, info: AnswerInfo): void => {
  if (typeof value === 'object' && value !== null) answers.set(value, info);
};

export const infoOf = ({ status, headers }: Response): AnswerInfo => ({
  status,
  headers,
  requestId: headers.get('x-request-id') ?? undefined,
  etag: headers.get('etag') ?? undefined,
  replayed: headers.get('idempotency-replayed') === 'true',
  rateLimit: rateLimitOf(headers),
});

const rateLimitOf = (headers: Headers): AnswerInfo['rateLimit'] => {
  const limit = /;q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1];
  const left = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '');
  if (limit === undefined || !left) return undefined;
  return { limit: Number(limit), remaining: Number(left[1]), resetSeconds: Number(left[2]) };
};
