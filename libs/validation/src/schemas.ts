import { z } from 'zod';
import { codePoints } from './code-points.js';

const WITHOUT_NUL = /^[^\u0000]*$/;

/**
 * Text of at most `max` characters (code points), without NUL and without halves of surrogate pairs: what PostgreSQL
 * stores as it is.
 */
export const text = (max: number): z.ZodString =>
  z
    .string()
    .regex(WITHOUT_NUL, 'must not contain NUL (\\u0000)')
    .check((payload) => {
      const { value, issues } = payload;
      if (!value.isWellFormed())
        issues.push({
          code: 'custom',
          input: value,
          message: 'must not contain half of a surrogate pair',
          params: { code: 'format' },
        });
      // A character has two units at most: most texts need no count.
      if (value.length > 2 * max || (value.length > max && codePoints(value) > max))
        issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value });
    })
    .meta({ maxLength: max });

/** The same with something to read in it: white space alone says nothing. */
export const nonBlankText = (max: number): z.ZodString => text(max).min(1).regex(/\S|^$/, 'must not be blank');

/** One pattern, which generators of clients understand. NUL has an error of its own. */
const SHOWN = /^(?!\s+$)[^\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/u;

/** Characters of no width, such as the zero width space and the Hangul filler, and the blank of Braille. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * A name that other people are shown: on one line, not blank, and without controls, neither those of terminals nor
 * those that turn the direction of what stands beside it (Unicode Technical Report 36).
 */
export const shownName = (max: number): z.ZodString =>
  text(max)
    .min(1)
    .regex(SHOWN, 'must not be blank, nor contain control characters or marks of direction')
    .check(({ value, issues }) => {
      if (!INVISIBLE.test(value) || !SHOWN.test(value)) return;
      const message = 'must not consist of invisible characters alone';
      issues.push({ code: 'custom', input: value, message, params: { code: 'format' } });
    });

/** PostgreSQL takes none further from UTC, and no place on earth is. */
const NEAR_UTC = /^(?!.*[+-](?:1[6-9]|2\d):?\d\d$)/;

/** PostgreSQL knows no year 0, and both it and JavaScript write years of five digits in a way of their own. */
const [FIRST, LAST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** PostgreSQL refuses times that are too long, and nobody measures more exactly. */
const TOO_EXACT = /\.\d{10}/;

/** A time in ISO 8601 with `Z` or an offset, as PostgreSQL reads it. */
export const instantText = (): z.ZodISODateTime =>
  z.iso
    .datetime({ offset: true })
    .regex(NEAR_UTC, 'must have an offset of less than 16 hours')
    .check(({ value, issues }) => {
      const refuse = (message: string, code: string) =>
        issues.push({ code: 'custom', input: value, message, params: { code } });
      if (TOO_EXACT.test(value)) refuse('must have at most 9 decimals of a second', 'format');
      const time = Date.parse(value);
      if (time < FIRST) refuse('must not be before the year 1', 'too_small');
      if (time > LAST) refuse('must not be after the year 9999', 'too_big');
    });

/**
 * A number with at most `places` decimals, -0 read as 0; chain bounds onto it: `decimals(3).gt(0).max(5000)`.
 * The reference says so in words: what divides doubles naively takes 1.005 for no multiple of 0.001.
 */
export const decimals = (places: number): z.ZodNumber => {
  const scale = 10 ** places;
  return z
    .number()
    .overwrite(withoutSign)
    .check((payload) => {
      const { value, issues } = payload;
      // Both sides are the double nearest to the same decimal exactly when no further digit is there.
      if (Math.round(value * scale) / scale === value) return;
      issues.push({
        code: 'custom',
        input: value,
        message: `must have at most ${places} decimals, and ${value} has more`,
        params: { code: 'decimals' },
      });
    })
    .meta({ description: `At most ${places} decimals.` });
};

/** A zero has none: what compares values exactly takes -0 for another one than 0. */
const withoutSign = (value: number): number => (value === 0 ? 0 : value);
