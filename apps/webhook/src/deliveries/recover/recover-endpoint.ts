import { instantText, parseBody, throwIfAny } from '@cds/validation';
import { z } from 'zod';

/** Messages are kept for as long, so that nothing older can be resent. */
const MAX_AGE_MS = 30 * 86_400_000;

const instant = instantText();

export const recoverEndpointBody = z
  .strictObject({
    since: instant.meta({
      description:
        'The start of the span. It must not be in the future; times more than 30 days ago are treated as 30 days ' +
        'ago.',
    }),
    until: instant
      .optional()
      .meta({ description: 'The end of the span, which must be after `since`. Defaults to now.' }),
  })
  .meta({ id: 'TimeWindow' });

/** The order to resend what failed at `since` or later, of the messages that were made before `until`. */
export interface RecoverEndpoint {
  readonly since: Date;
  readonly until: Date;
}

/** Reads the order from a request's body; fails with all that is wrong with it. */
export const recoverEndpointOf = (body: unknown, now: Date): RecoverEndpoint => {
  const parsed = parseBody(recoverEndpointBody, body);
  throwIfAny({ invalid: parsed.violations ?? [] });
  if (!parsed.value) throw new Error('a body that does not fit its schema has violations');
  const since = Date.parse(parsed.value.since);
  const until = Math.min(Date.parse(parsed.value.until ?? now.toISOString()), now.getTime());
  if (since > now.getTime()) throwIfAny({ invalid: [wrong('/since', 'must not be in the future')] });
  if (parsed.value.until !== undefined && until <= since)
    throwIfAny({ invalid: [wrong('/until', 'must be after `since`')] });
  return { since: new Date(Math.max(since, now.getTime() - MAX_AGE_MS)), until: new Date(until) };
};

const wrong = (pointer: string, detail: string) => ({ pointer, code: 'custom', detail });
