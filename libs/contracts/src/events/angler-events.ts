import { z } from 'zod';
import { anglerRefSchema, instantSchema, versionSchema } from './shared.js';

/**
 * An angler has another name. The subject is the angler and `version` counts the angler's own events, so the highest one
 * holds, whatever catches told before or tell from before.
 */
export const anglerRenamedV1 = anglerRefSchema.extend({ version: versionSchema });

/**
 * An angler was erased; `name` is what stands in their place. Whoever keeps a copy of earlier events removes from it all that
 * they say of this person: name, notes, method, bait, coordinates and photos of catches whose `angler` it is or was.
 */
export const anglerErasedV1 = anglerRefSchema.extend({ erased_at: instantSchema, version: versionSchema });

export type AnglerRenamedV1 = z.infer<typeof anglerRenamedV1>;
export type AnglerErasedV1 = z.infer<typeof anglerErasedV1>;
