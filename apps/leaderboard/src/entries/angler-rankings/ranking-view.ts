import { pickFields, scoreTwins } from '@cds/listing';
import { z } from 'zod';
import { ruleSchema } from '../../boards/board-view.js';
import { type EntryPresentation, hasTwins, placeFields, twinFields } from '../entry-list/entry-view.js';

export const boardRefSchema = z.strictObject({ id: z.string(), name: z.string(), rule: ruleSchema });

/** An angler's place on one board as the API shows it. */
export const rankingSchema = z.strictObject({
  board: boardRefSchema,
  period: z.string().meta({ description: 'The board’s current period, such as `2026-W47`.' }),
  ...placeFields,
  entry_count: z.int().min(1).meta({ description: 'The number of anglers on the board in this period.' }),
});

export type RankingView = z.infer<typeof rankingSchema>;

/** A place as it is answered with metric twins. */
export const rankingWithTwinsSchema = rankingSchema.extend(twinFields).meta({ id: 'AnglerRanking' });
export type PresentedRanking = Partial<z.infer<typeof rankingWithTwinsSchema>>;

export const presentRanking = (view: RankingView, asked: EntryPresentation): PresentedRanking =>
  pickFields(hasTwins(asked) ? { ...view, ...scoreTwins(view.board.rule.metric, view.score) } : view, asked.fields);
