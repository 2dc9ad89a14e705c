import { z } from 'zod';

const answered = z.object({ access_token: z.string().min(1) });

/**
 * Asks the provider's token endpoint (RFC 6749, section 4.1.3). Rejects when it does not answer, or not with a token.
 */
export const accessTokenOf = async (
  tokenUrl: string,
  form: Record<string, string>,
  signal: AbortSignal,
): Promise<string> => {
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(form),
    redirect: 'error',
    signal,
  });
  if (!answer.ok) throw new Error(`The token endpoint answered ${answer.status}.`);
  return answered.parse(await answer.json()).access_token;
};
