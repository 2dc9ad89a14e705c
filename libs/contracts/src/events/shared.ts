import { z } from 'zod';

/** ISO 8601 in UTC with milliseconds, such as `2026-11-21T09:00:00.000Z`. */
export const instantSchema = z.iso.datetime({ precision: 3 });

/** A subject's version: 1 for its first event, one more for each after it. */
export const versionSchema = z.int().min(1);

/** A person who fishes, as others may see them. */
export const anglerRefSchema = z.object({ id: z.string(), name: z.string() });
export type AnglerRef = z.infer<typeof anglerRefSchema>;
