import type { RateLimitPolicy } from './rate-limit-policy.js';

/** What a subject may still do in its window, once a request was taken from it. */
export interface Quota {
  readonly subject: string;
  readonly policy: RateLimitPolicy;
  /** The request was one too many. */
  readonly isOver: boolean;
  readonly remaining: number;
  /** Until the window ends and all is allowed again. */
  readonly resetSeconds: number;
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) as names and values in turn. */
export const quotaHeaders = ({ policy: { name, limit, windowSeconds }, remaining, resetSeconds }: Quota): string[] => [
  'ratelimit-policy',
  `"${name}";q=${limit};w=${windowSeconds}`,
  'ratelimit',
  `"${name}";r=${remaining};t=${resetSeconds}`,
];
