import { z } from 'zod';

/** A parameter that names some of `names`, separated by commas: `fields=id,species`, `expand=species`. */
export const queryNames = <const N extends string>(names: readonly N[]): z.ZodType<ReadonlySet<N>, string> =>
  z.string().transform((text, context): ReadonlySet<N> => {
    const asked = text.split(',') as N[];
    const unknown = asked.filter((name) => !names.includes(name));
    if (unknown.length === 0) return new Set(asked);
    const message = `does not know ${unknown.map((name) => JSON.stringify(name)).join(', ')}; there are ${names.join(', ')}`;
    context.addIssue({ code: 'custom', message, params: { code: 'enum' } });
    return z.NEVER;
  });

/** What is left of an answer by `fields`; all of it where none were named. */
export const pickFields = <T extends object>(answer: T, fields: ReadonlySet<string> | undefined): Partial<T> =>
  fields === undefined ? answer : (Object.fromEntries(Object.entries(answer).filter(([name]) => fields.has(name))) as Partial<T>);
