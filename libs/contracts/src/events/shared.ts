import { z } from 'zod';

export const instantSchema = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 in UTC with milliseconds, such as `2026-11-21T09:00:00.000Z`.' });

export const versionSchema = z
  .int()
  .min(1)
  .meta({ description: 'The subject’s version: 1 for its first event, one more for each after it.' });

export const anglerRefSchema = z
  .object({ id: z.string(), name: z.string().meta({ description: 'At the time of publishing.' }) })
  .meta({ description: 'A person who fishes, as others may see them.' });
export type AnglerRef = z.infer<typeof anglerRefSchema>;
