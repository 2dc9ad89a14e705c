import type { ProblemCode } from '@cds/contracts';
import type { oas31 } from 'zod-openapi';

type Headers = oas31.HeadersObject;

const header = (description: string): oas31.HeaderObject => ({ description, schema: { type: 'string' } });

const RATE_LIMIT: Headers = {
  'RateLimit-Policy': header(
    'The limit that applies to the request: `"default";q=600;w=60` means 600 requests in 60 seconds.',
  ),
  RateLimit: header('What is left of the limit: `"default";r=599;t=42` means 599 more requests within 42 seconds.'),
};

/** Of an answer that shows a state which can be changed. */
export const ENTITY_TAG = { ETag: 'The `ETag`, for `If-Match` and `If-None-Match`.' };

/** Of every answer where parts of a file can be asked for. */
export const ACCEPT_RANGES = { 'Accept-Ranges': 'Always `bytes`.' };

/** The headers of every answer with this status; of a problem with these codes. */
export const commonHeaders = (status: number, codes: readonly ProblemCode[] = []): Headers => ({
  // All others have these too, and X-Request-Id, as the document says at its beginning; of each, they would be a tenth.
  ...(status === 429 && RATE_LIMIT),
  ...((status === 401 || codes.includes('auth.scope')) && {
    'WWW-Authenticate': header('How to authenticate, or which scopes the call requires (RFC 6750).'),
  }),
  ...((status === 429 || status === 503 || codes.includes('idempotency.in_progress')) && {
    'Retry-After': header('The number of seconds after which to try again, where that helps.'),
  }),
  ...(status === 416 &&
    documentedHeaders({ ...ACCEPT_RANGES, 'Content-Range': 'The size of the file: `bytes */4567890`.' })),
});

/** Headers with their meanings, as the document wants them. */
export const documentedHeaders = (headers: Readonly<Record<string, string>> = {}): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, meaning]) => [name, header(meaning)]));
