import { z } from 'zod';
import type { SecretKey } from './secret-box.js';

const KEY = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/** Keys of a `SecretBox`, `<name>:<32 bytes in base64>` separated by commas: the first seals, all open. */
export const secretKeys: z.ZodType<[SecretKey, ...SecretKey[]], string> = z
  .string()
  .transform((text, context): [SecretKey, ...SecretKey[]] => {
    const [first, ...others] = text.split(',').map((one) => keyOf(one.trim()));
    const all = [first, ...others];
    const isSound = all.every((one) => one !== undefined) && new Set(all.map((one) => one?.id)).size === all.length;
    if (isSound && first) return [first, ...others.filter((one) => one !== undefined)];
    context.addIssue({ code: 'custom', message: 'each must be <name>:<32 bytes in base64>, every name once' });
    return z.NEVER;
  });

const keyOf = (text: string): SecretKey | undefined => {
  const [, id, key] = KEY.exec(text) ?? [];
  return id && key ? { id, key: Buffer.from(key, 'base64') } : undefined;
};
