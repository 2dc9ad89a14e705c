import { z } from 'zod';

const base64url = z.string().regex(/^[\w-]{1,20000}$/);
const common = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
};

/** What the browser answers when a passkey was made, as the page's script sends it. */
export const registrationAnswer = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** What the browser answers when a passkey signed a challenge. */
export const assertionAnswer = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

/** Null for a text that is no such answer. */
export const answerOf = <T>(schema: z.ZodType<T>, text: string): T | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
