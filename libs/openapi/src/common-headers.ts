import type { ProblemCode } from '@cds/contracts';
import type { oas31 } from 'zod-openapi';

type Headers = oas31.HeadersObject;

const header = (description: string): oas31.HeaderObject => ({ description, schema: { type: 'string' } });

/** The headers of every answer with this status; of a problem with these codes. */
export const commonHeaders = (status: number, codes: readonly ProblemCode[] = []): Headers => ({
  'X-Request-Id': header('The id of the request: the caller’s own, if it sent a sane one.'),
  'RateLimit-Policy': header(
    'The limit that the request counts against: `"default";q=600;w=60` are 600 requests in 60 seconds.',
  ),
  RateLimit: header('What it leaves: `"default";r=599;t=42` are 599 more within 42 seconds.'),
  ...(status === 401 && { 'WWW-Authenticate': header('How to authenticate (RFC 6750).') }),
  ...(codes.includes('auth.scope') && {
    'WWW-Authenticate': header('With `auth.scope`: which scopes are needed (RFC 6750).'),
  }),
  ...(codes.includes('idempotency.in_progress') && {
    'Retry-After': header('With `idempotency.in_progress`: seconds after which to try again.'),
  }),
  ...((status === 429 || status === 503) && {
    'Retry-After': header('Seconds after which to try again, where that helps.'),
  }),
});

/** Headers with their meanings, as the document wants them. */
export const documentedHeaders = (headers: Readonly<Record<string, string>> = {}): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, meaning]) => [name, header(meaning)]));
