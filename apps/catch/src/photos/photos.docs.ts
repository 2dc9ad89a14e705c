import type { RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { photoSchema } from '../catches/read/photo.schema.js';
import { CONDITIONAL, IDEMPOTENT } from '../common.docs.js';

const PICTURES = 'https://api.example/v1/photos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const EXAMPLE = {
  id: 'pho_01h455vb4pex5vsknk084sn02q',
  url: `${PICTURES}/full.jpg`,
  width: 2048,
  height: 1536,
  variants: {
    thumb: { url: `${PICTURES}/thumb.jpg`, width: 256, height: 192 },
    small: { url: `${PICTURES}/small.jpg`, width: 640, height: 480 },
    large: { url: `${PICTURES}/large.jpg`, width: 1280, height: 960 },
  },
  created_at: '2026-11-20T08:10:00.000Z',
};

/** Read as it streams in; this is for the reference alone. */
const uploadSchema = z
  .strictObject({
    file: z.string().meta({ format: 'binary', description: 'A JPEG, PNG or WebP file of up to 15 MB.' }),
  })
  .meta({ id: 'NewCatchPhoto' });

const PICTURE = { id: 'The id of the catch.', photo_id: 'The id of the photo.' };

export const photosDocs: readonly RouteDocs[] = [
  {
    method: 'POST',
    path: '/v1/catches/{id}/photos',
    tag: 'Photos',
    operationId: 'uploadCatchPhoto',
    summary: 'Add a photo to a catch',
    description:
      'Send one file in the field `file`: a JPEG, PNG or WebP of up to 15 MB. The photo is rotated upright, ' +
      'stripped of all metadata (EXIF, and therefore GPS coordinates), and resized to four sizes. A catch can ' +
      'have up to 20 photos.',
    headers: IDEMPOTENT.headers,
    body: { contentTypes: ['multipart/form-data'], description: 'The file to upload.', schema: uploadSchema },
    answers: {
      201: {
        description: 'The photo.',
        schema: photoSchema,
        example: EXAMPLE,
        headers: { Location: 'The URL of the photo.' },
      },
    },
    problems: {
      403: ['catch.forbidden'],
      404: ['catch.not_found'],
      408: ['request.timeout'],
      409: ['resource.conflict', 'catch.too_many_changes', ...IDEMPOTENT.problems[409]],
      410: ['catch.deleted', ...IDEMPOTENT.problems[410]],
      422: ['photo.unreadable', 'photo.too_many_pixels', 'photo.limit', 'storage.limit', ...IDEMPOTENT.problems[422]],
      429: ['limit.uploads'],
      503: ['storage.unavailable'],
    },
  },
  {
    method: 'GET',
    path: '/v1/catches/{id}/photos/{photo_id}',
    tag: 'Photos',
    operationId: 'getCatchPhoto',
    summary: 'Read a photo',
    description: 'Returns the sizes and URLs. The picture itself is served at each `url`.',
    parameters: PICTURE,
    answers: { 200: { description: 'The photo.', schema: photoSchema, example: EXAMPLE } },
    problems: { 404: ['catch.not_found', 'photo.not_found'] },
  },
  {
    method: 'DELETE',
    path: '/v1/catches/{id}/photos/{photo_id}',
    tag: 'Photos',
    operationId: 'deleteCatchPhoto',
    summary: 'Remove a photo',
    description: 'Removing a photo creates a new version of the catch.',
    parameters: PICTURE,
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The photo is removed.' } },
    problems: {
      403: ['catch.forbidden'],
      404: ['catch.not_found', 'photo.not_found'],
      409: ['resource.conflict', 'catch.too_many_changes'],
      410: ['catch.deleted'],
      ...CONDITIONAL.problems,
    },
  },
  {
    method: 'GET',
    path: '/v1/photos/{digest}/{file}',
    tag: 'Photos',
    operationId: 'downloadPhoto',
    summary: 'Download a picture',
    description: 'This is where the `url`s of a photo point. Web pages can embed it without a credential.',
    parameters: {
      digest: 'The SHA-256 digest of the picture.',
      file: 'The size and the format: `full.jpg`, `large.webp`, `small.png`, `thumb.jpg`.',
    },
    answers: {
      200: {
        description: 'The picture.',
        contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
        headers: {
          'Cache-Control': 'One year. The content of a URL never changes.',
          'Content-Disposition': 'Always `inline`.',
        },
      },
    },
    problems: { 404: ['photo.not_found'], 503: ['storage.unavailable'] },
  },
];
