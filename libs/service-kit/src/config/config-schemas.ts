import { z } from 'zod';
import { isHostPort } from './host-port.js';

const wholeNumber = (what: string, min: number, max: number): z.ZodType<number, string> =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be ${what}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** A TCP port; 0 lets the system pick a free one. */
export const port: z.ZodType<number, string> = wholeNumber('a port number', 0, 65_535);

/** A whole number within bounds. */
export const count = (min: number, max: number): z.ZodType<number, string> => wholeNumber('a whole number', min, max);

/** A duration in whole milliseconds. */
export const milliseconds = (min = 0, max = 86_400_000): z.ZodType<number, string> =>
  wholeNumber('a whole number of milliseconds', min, max);

/** A duration in whole seconds. */
export const seconds = (min = 0, max = 31_536_000): z.ZodType<number, string> =>
  wholeNumber('a whole number of seconds', min, max);

/** `true` or `false`, nothing else. */
export const flag: z.ZodType<boolean, string> = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true');

/** A URL of one of the protocols, such as `['http:', 'https:']`. Further checks of it see nothing else. */
export const url = (protocols: readonly string[]): z.ZodType<string, string> =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    abort: true,
  });

/** The origin or base of an http(s) address, without the slash at its end. */
export const httpUrl: z.ZodType<string, string> = url(['http:', 'https:']).transform((text) =>
  text.replace(/\/+$/, ''),
);

/** Comma-separated texts; blanks around them are dropped, at least one remains. */
export const list = (each: z.ZodType<string, string> = z.string()): z.ZodType<string[], string> =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(each).min(1, 'must name at least one'));

/** `name=value` pairs separated by commas, values percent-encoded where they contain a comma or a blank. */
export const pairs: z.ZodType<Record<string, string>, string> = list(
  z.string().regex(/^[^\s=]+=\S*$/, 'must be name=value'),
).transform((given) =>
  Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf('=');
      return [one.slice(0, at), decoded(one.slice(at + 1))];
    }),
  ),
);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Comma-separated http(s) URLs. */
export const urlList: z.ZodType<string[], string> = list(httpUrl);

/** Comma-separated `host:port` pairs. */
export const hostPortList: z.ZodType<string[], string> = list(
  z.string().refine(isHostPort, 'must be host:port, with a port from 1 to 65535'),
);
