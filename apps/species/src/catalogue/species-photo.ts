import { z } from 'zod';

const size = z.object({ width: z.number(), height: z.number() });

/** A picture of a species as its events keep it; its files lie in the storage under `digest`. */
export const speciesPhotoForm = z.object({
  id: z.string(),
  kind: z.enum(['photo', 'illustration']),
  digest: z.string(),
  format: z.enum(['jpeg', 'png', 'webp']),
  width: z.number(),
  height: z.number(),
  variants: z.object({ thumb: size, small: size, large: size }),
  /** An SPDX identifier, or `public-domain`. */
  license: z.string(),
  /** The author; null for a photo of a catch, whose angler is `anglerId`: erasure must reach the name. */
  attribution: z.string().nullable(),
  anglerId: z.string().nullable(),
  catchId: z.string().nullable(),
  sourceUrl: z.string().nullable(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
});
export type SpeciesPhoto = z.infer<typeof speciesPhotoForm>;
