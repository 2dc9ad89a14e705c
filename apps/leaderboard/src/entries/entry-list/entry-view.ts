import { z } from 'zod';

/** An entry as the API shows it. */
export const entrySchema = z
  .strictObject({
    rank: z.int().min(1),
    angler: z.strictObject({ id: z.string(), name: z.string() }),
    score: z.number().meta({ description: 'In the metric’s unit, with `units=metric` too: pounds for `heaviest`.' }),
    catch_id: z.string(),
    achieved_at: z.iso.datetime({ precision: 3 }),
    previous_rank: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Before the angler’s last move; null for newcomers.' }),
  })
  .meta({ id: 'LeaderboardEntry' });
export type EntryView = z.infer<typeof entrySchema>;

export interface EntryRow {
  angler_id: string;
  angler_name: string;
  score: number;
  catch_id: string;
  achieved_at: Date;
  previous_rank: number | null;
}

export const entryView = (row: EntryRow, rank: number): EntryView => ({
  rank,
  angler: { id: row.angler_id, name: row.angler_name },
  score: row.score,
  catch_id: row.catch_id,
  achieved_at: row.achieved_at.toISOString(),
  previous_rank: row.previous_rank,
});
