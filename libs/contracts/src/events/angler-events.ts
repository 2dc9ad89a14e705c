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
    'An angler was erased; `name` is what stands in their place. The subject is the angler. Whoever ' +
    'keeps a copy of earlier ' +
    'events removes from it all that they say of this person: name, notes, method, bait, coordinates ' +
    'and photos of catches whose ' +
    '`angler` it is or was.',
});

export type AnglerRenamedV1 = z.infer<typeof anglerRenamedV1>;
export type AnglerErasedV1 = z.infer<typeof anglerErasedV1>;
