import { nonBlankText, text } from '@cds/validation';
import { z } from 'zod';
import { BOUNDS, metadataPatch, metadataSchema } from '../catches/rules/field-schemas.js';

const name = nonBlankText(BOUNDS.text);
const externalId = text(BOUNDS.externalId).min(1).nullable().optional();

export const addAnglerBody = z
  .strictObject({
    name,
    external_id: externalId,
    metadata: metadataSchema.nullable().optional(),
  })
  .meta({ id: 'NewAngler' });
export type AddAnglerBody = z.infer<typeof addAnglerBody>;

/** A JSON merge patch (RFC 7396): null empties a field. An angler always has a name. */
export const editAnglerBody = z
  .strictObject({
    name: name.optional(),
    external_id: externalId,
    metadata: metadataPatch.nullable().optional(),
  })
  .meta({ id: 'AnglerPatch' });
export type EditAnglerBody = z.infer<typeof editAnglerBody>;
