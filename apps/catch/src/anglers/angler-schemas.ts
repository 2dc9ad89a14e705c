import { shownName, text, withReadOnly } from '@cds/validation';
import { z } from 'zod';
import { BOUNDS, metadataPatch, metadataSchema } from '../catches/rules/field-schemas.js';

const name = shownName(BOUNDS.text);
const externalId = text(BOUNDS.externalId).min(1).nullable().optional();

/** What answers have and bodies may not. */
const READ_ONLY = ['id', 'created_at', 'updated_at'];

export const addAnglerBody = withReadOnly(
  z
    .strictObject({
      name,
      external_id: externalId,
      metadata: metadataSchema.nullable().optional(),
    })
    .meta({ id: 'NewAngler' }),
  READ_ONLY,
);
export type AddAnglerBody = z.infer<typeof addAnglerBody>;

/** A JSON merge patch (RFC 7396): null empties a field. An angler always has a name. */
export const editAnglerBody = withReadOnly(
  z
    .strictObject({
      name: name.optional(),
      external_id: externalId,
      metadata: metadataPatch.nullable().optional(),
    })
    .meta({ id: 'AnglerPatch' }),
  READ_ONLY,
);
export type EditAnglerBody = z.infer<typeof editAnglerBody>;
