import type { Violation } from '@cds/errors';
import { decimals } from '@cds/validation';
import { z } from 'zod';
import type { WorldRecord } from '../catalogue/species.events.js';
import { WEIGHT_DECIMALS, words } from '../catalogue/species-fields.js';

const MAX_WEIGHT_LBS = 5_000;

/** The year 0000 is none. */
const isDay = (value: string): boolean =>
  !value.startsWith('0000') && (/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(value) || z.iso.date().safeParse(value).success);

export const worldRecordBody = z
  .strictObject({
    weight_lbs: decimals(WEIGHT_DECIMALS).gt(0).lte(MAX_WEIGHT_LBS),
    place: words(),
    date: z
      .string()
      .refine(isDay, { message: 'must be a year, month or day such as 1932-06-02', params: { code: 'format' } })
      .meta({ description: 'A date, `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, that is not in the future.' }),
    angler: words(),
    source: words(1_000).meta({ description: 'The publisher of the record.' }),
  })
  .meta({ id: 'NewSpeciesRecord' });
export type WorldRecordBody = z.infer<typeof worldRecordBody>;

export const worldRecordOf = (body: WorldRecordBody, id: string): WorldRecord => ({
  id,
  weightLbs: body.weight_lbs,
  place: body.place,
  date: body.date,
  angler: body.angler,
  source: body.source,
});

/** A record that is not caught yet. */
export const futureDate = ({ date }: Partial<WorldRecordBody>, now: Date): Violation[] => {
  if (date === undefined || date <= now.toISOString().slice(0, date.length)) return [];
  return [{ pointer: '/date', code: 'too_big', detail: 'must not be in the future' }];
};
