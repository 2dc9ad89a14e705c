import { z } from 'zod';
import { anglerRefSchema, instantSchema, versionSchema } from './shared.js';

const version = versionSchema.meta({
  description: 'Counts the angler’s own events, not those of their catches: the name of the highest one holds.',
});

export const anglerRenamedV1 = anglerRefSchema.extend({ version }).meta({
  description:
    'An angler has another name. The subject is the angler. The name of the highest `version` holds, ' +
    'whatever earlier events of catches said.',
});

export const anglerErasedV1 = anglerRefSchema.extend({ erased_at: instantSchema, version }).meta({
  description:
    'An angler was erased; `name` is what stands in their place. The subject is the angler. Whoever keeps a copy of ' +
    'earlier events removes from it all that they say of this person: name, notes, method, bait, coordinates and ' +
    'photos of catches whose `angler` it is or was.',
});

export const anglerAddedV1 = z
  .object({
    id: z.string(),
    created_at: instantSchema,
    version: z.literal(1).meta({ description: 'An angler is there or not: this never changes.' }),
  })
  .meta({
    description:
      'There is an angler. It says nothing of the person. The subject is the angler; a null value under the same key ' +
      'says that they were erased.',
  });

export type AnglerAddedV1 = z.infer<typeof anglerAddedV1>;
export type AnglerRenamedV1 = z.infer<typeof anglerRenamedV1>;
export type AnglerErasedV1 = z.infer<typeof anglerErasedV1>;
