import { pickFields, SCORE_TWINS, scoreTwins } from '@cds/listing';
import { z } from 'zod';
import type { Metric } from '../../boards/board.js';

const twin = (unit: string, metrics: string) =>
  z
    .number()
    .nullable()
    .optional()
    .meta({ description: `The score in ${unit}, for ${metrics} with \`units=metric\`.` });

/** The fields of a score, wherever an angler's place on a board is shown. */
export const placeFields = {
  rank: z.int().min(1),
  score: z.number().meta({
    description:
      'Pounds for `heaviest` and `total_weight`, feet for `deepest`, inches for `longest`, and a count otherwise.',
  }),
  catch_id: z
    .string()
    .nullable()
    .meta({ description: 'The catch that achieved the score. Null if no single catch did.' }),
  achieved_at: z.iso.datetime({ precision: 3 }).meta({ description: 'When that fish was caught.' }),
  previous_rank: z
    .int()
    .min(1)
    .nullable()
    .meta({ description: 'The rank before the last move. Null for new entries.' }),
};

export const twinFields = {
  score_kg: twin('kilograms', '`heaviest` and `total_weight`'),
  score_m: twin('metres', '`deepest`'),
  score_cm: twin('centimetres', '`longest`'),
};

/** An entry as the API shows it. */
export const entrySchema = z.strictObject({
  rank: placeFields.rank,
  // References to other things have the same form: by it alone the reference would be one to any of these.
  angler: z
    .strictObject({ id: z.string(), name: z.string() })
    .meta({ jsonSchema: { $ref: '#/components/schemas/AnglerRef' } }),
  score: placeFields.score,
  catch_id: placeFields.catch_id,
  achieved_at: placeFields.achieved_at,
  previous_rank: placeFields.previous_rank,
});

export type EntryView = z.infer<typeof entrySchema>;

/** An entry as it is answered with metric twins. */
export const entryWithTwinsSchema = entrySchema.extend(twinFields).meta({ id: 'LeaderboardEntry' });
export type PresentedEntry = Partial<z.infer<typeof entryWithTwinsSchema>>;

export interface EntryPresentation {
  readonly fields?: ReadonlySet<string> | undefined;
  readonly units: 'imperial' | 'metric';
}

/** Whether an answer has metric twins: with `units=metric`, and where `fields` names one. */
export const hasTwins = ({ fields, units }: EntryPresentation): boolean =>
  units === 'metric' || SCORE_TWINS.some((twin) => fields?.has(twin));

/** An entry of a board of this metric as it was asked for. */
export const presentEntry = (view: EntryView, metric: Metric, asked: EntryPresentation): PresentedEntry =>
  pickFields(hasTwins(asked) ? { ...view, ...scoreTwins(metric, view.score) } : view, asked.fields);
