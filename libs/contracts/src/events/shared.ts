import { z } from 'zod';

export const instantSchema = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'A time in ISO 8601, UTC, with milliseconds, such as `2026-11-21T09:00:00.000Z`.' });

export const versionSchema = z
  .int()
  .min(1)
  .meta({ description: 'The version of the subject, which increases by one with each event.' });

export const anglerRefSchema = z
  .object({ id: z.string(), name: z.string().meta({ description: 'The name when the event was published.' }) })
  .meta({ description: 'A person who fishes, as everybody may see them.' });
export type AnglerRef = z.infer<typeof anglerRefSchema>;
