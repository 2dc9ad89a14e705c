import type { SortBy } from '@cds/postgres';
import { z } from 'zod';

/** A `sort` parameter: some of `keys`, separated by commas, each once, a `-` before it turns its order round. */
export const querySort = <const K extends string>(keys: readonly K[]): z.ZodType<SortBy<K>[], string> =>
  z
    .string()
    .transform((text, context): SortBy<K>[] => {
      const sorts = text
        .split(',')
        .map((part) => ({ key: part.replace(/^-/, '') as K, descending: part.startsWith('-') }));
      const unknown = sorts.filter(({ key }) => !keys.includes(key));
      if (unknown.length > 0) {
        const message =
          `cannot sort by ${unknown.map(({ key }) => JSON.stringify(key)).join(', ')}; there are ` +
          `${keys.join(', ')}, each with or without a leading -`;
        context.addIssue({ code: 'custom', message, params: { code: 'enum' } });
        return z.NEVER;
      }
      if (new Set(sorts.map(({ key }) => key)).size < sorts.length) {
        context.addIssue({ code: 'custom', message: 'names a key twice', params: { code: 'format' } });
        return z.NEVER;
      }
      return sorts;
    })
    .meta({
      jsonSchema: {
        type: 'array',
        items: {
          type: 'string',
          enum: keys.flatMap((key) => [key, `-${key}`]),
          'x-enum-varnames': keys.flatMap((key) => [key, `${key}_desc`]),
        },
        minItems: 1,
        description: 'Sort keys, comma-separated. A `-` before a key means descending.',
        examples: [[`-${keys[0]}`]],
        explode: false,
      },
    });
