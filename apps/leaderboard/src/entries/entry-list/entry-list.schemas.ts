import { idSchema } from '@cds/contracts';
import { cursorPageQuery, cursorPageRules, queryNames, queryUnits, SCORE_TWINS } from '@cds/listing';
import { instantText, queryInt } from '@cds/validation';
import { z } from 'zod';
import { parsePeriod } from '../../boards/period.js';
import { entrySchema } from './entry-view.js';

const LAST_RANK = 2_147_483_647;

/** A period by its id: one of a board that it does not belong to is refused once the board is known. */
export const queryPeriod = z
  .string()
  .transform((id, context) => {
    const period = parsePeriod(id);
    if (period) return period;
    context.addIssue({
      code: 'custom',
      message: 'is no period such as 2026-W47, 2026-11, 2026 or all',
      params: FORMAT,
    });
    return z.NEVER;
  })
  .meta({
    jsonSchema: {
      type: 'string',
      pattern: '^(all|\\d{4}|\\d{4}-\\d{2}|\\d{4}-W\\d{2})$',
      description:
        'A period of the board’s kind: an ISO 8601 week, a month, a year or `all`. Defaults to the current ' +
        'period.',
      examples: ['2026-W47'],
    },
  });

const FORMAT = { code: 'format' };

export const queryAsOf = instantText()
  .transform((text) => new Date(text))
  .meta({ jsonSchema: { type: 'string', format: 'date-time', description: 'A time that is not in the future.' } });

export const listEntriesQuery = z
  .strictObject({
    ...cursorPageQuery,
    period: queryPeriod.optional(),
    around: idSchema('angler').optional().meta({
      description: 'The page with this angler in the middle, or as close to it as the ends of the board allow.',
    }),
    from_rank: queryInt(z.int().min(1).max(LAST_RANK)).optional(),
    as_of: queryAsOf.optional(),
    fields: queryNames([...Object.keys(entrySchema.shape), ...SCORE_TWINS]).optional(),
    units: queryUnits,
  })
  .check(cursorPageRules)
  .check(({ value, issues }) => {
    if (value.around === undefined) return;
    for (const name of ['from_rank', 'page'] as const) {
      if (value[name] === undefined) continue;
      const message = `cannot go with around, which chooses the page`;
      issues.push({ code: 'custom', path: [name], input: value[name], message, params: { code: 'conflict' } });
    }
  });
export type ListEntriesQuery = z.infer<typeof listEntriesQuery>;
