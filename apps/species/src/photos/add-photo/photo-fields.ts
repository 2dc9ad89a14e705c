import type { UploadFields } from '@cds/photos';
import { acceptBody, nonBlankText, parseBody, text } from '@cds/validation';
import { z } from 'zod';

const webAddress = text(2_048).regex(/^https?:\/\/\S+$/, 'must be an http or https address');

/** The fields of the form beside the photo's file. */
export const photoFields = z.strictObject({
  license: nonBlankText(200),
  attribution: nonBlankText(200).nullable().default(null),
  source_url: webAddress.nullable().default(null),
});
export type PhotoFields = z.infer<typeof photoFields>;

export const UPLOAD_FIELDS: UploadFields = {
  names: Object.keys(photoFields.shape),
  check: (texts) => parseBody(photoFields, texts).violations ?? [],
};

export const photoFieldsOf = (texts: Readonly<Record<string, string>>): PhotoFields =>
  acceptBody(parseBody(photoFields, texts));
