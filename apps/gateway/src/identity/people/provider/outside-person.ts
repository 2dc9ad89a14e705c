import { shownName, text } from '@cds/validation';
import { z } from 'zod';
import { emailSchema } from '../email.js';

/** Who somebody is to the outside provider. */
export interface OutsidePerson {
  readonly subject: string;
  /** Null unless the provider says that the address was verified. */
  readonly verifiedEmail: string | null;
  readonly name: string | null;
}

const userinfo = z.object({
  sub: z.union([text(255).min(1), z.int()]).transform(String),
  email: emailSchema.nullable().catch(null),
  email_verified: z.unknown().optional(),
  name: z.string().trim().pipe(shownName(200)).nullable().catch(null),
});

/**
 * Asks the provider's userinfo endpoint (OpenID Connect Core, section 5.3). Rejects when it does not answer, or not
 * with a subject.
 */
export const outsidePersonOf = async (
  userinfoUrl: string,
  accessToken: string,
  signal: AbortSignal,
): Promise<OutsidePerson> => {
  const answer = await fetch(userinfoUrl, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    redirect: 'error',
    signal,
  });
  if (!answer.ok) throw new Error(`The userinfo endpoint answered ${answer.status}.`);
  const { sub, email, email_verified: verified, name } = userinfo.parse(await answer.json());
  // Some providers say it as a text; whatever else it is, nobody verified it.
  return { subject: sub, verifiedEmail: verified === true || verified === 'true' ? email : null, name };
};
