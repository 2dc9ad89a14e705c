import { IDEMPOTENT, type RouteDocs } from '@cds/openapi';
import { speciesPhotoSchema } from '../catalogue/species-photo-view.js';
import { PROMOTED_LICENSE, promotePhotoBody } from './promote-photo/promote-photo.js';

const SHOWN = 'https://api.example/v1/photos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const EXAMPLE = {
  id: 'pho_01h455vb4pex5vsknk084sn02q',
  kind: 'photo',
  url: `${SHOWN}/full.jpg`,
  width: 2048,
  height: 1536,
  variants: {
    thumb: { url: `${SHOWN}/thumb.jpg`, width: 256, height: 192 },
    small: { url: `${SHOWN}/small.jpg`, width: 640, height: 480 },
    large: { url: `${SHOWN}/large.jpg`, width: 1280, height: 960 },
  },
  license: PROMOTED_LICENSE,
  attribution: 'Jane Doe',
  source_url: 'https://api.example/v1/catches/catch_01h455vb4pex5vsknk084sn02q',
};

export const promotionsDocs: readonly RouteDocs[] = [
  {
    method: 'POST',
    path: '/v1/species/{id}/photos/promote',
    tag: 'Species',
    operationId: 'promoteCatchPhoto',
    summary: 'Show a photo of a verified catch as a photo of its species',
    description:
      'The photo is shown after the others, under its own id, with the angler’s name as its `attribution`. It ' +
      'disappears when the angler’s account withdraws or removes it, when the catch is deleted, loses its ' +
      'verification or gets another species or angler, and when the angler is erased.',
    parameters: { id: 'The id or the slug of the species.' },
    headers: IDEMPOTENT.headers,
    body: {
      schema: promotePhotoBody,
      example: { catch_id: 'catch_01h455vb4pex5vsknk084sn02q', photo_id: EXAMPLE.id },
    },
    answers: {
      201: {
        description: 'The photo.',
        schema: speciesPhotoSchema,
        example: EXAMPLE,
        headers: { Location: 'The URL of the photo.' },
      },
    },
    problems: {
      404: ['species.not_found'],
      409: ['photo.promoted', 'resource.conflict', ...IDEMPOTENT.problems[409]],
      410: ['species.deleted', 'angler.erased'],
      422: ['photo.not_promotable', 'photo.limit', ...IDEMPOTENT.problems[422]],
    },
  },
  {
    method: 'POST',
    path: '/v1/species/{id}/photos/{photo_id}/withdraw',
    tag: 'Species',
    operationId: 'withdrawCatchPhoto',
    summary: 'Withdraw a photo of your catch from its species',
    description:
      'Only the account that logged the catch can withdraw its photo. The catch keeps the photo, but it can ' +
      'never be shown as a photo of a species again.',
    parameters: { id: 'The id or the slug of the species.', photo_id: 'The id of the photo.' },
    headers: IDEMPOTENT.headers,
    answers: { 204: { description: 'The species no longer shows the photo.' } },
    problems: {
      403: ['photo.forbidden'],
      404: ['species.not_found', 'photo.not_found'],
      409: ['resource.conflict', ...IDEMPOTENT.problems[409]],
      410: ['species.deleted'],
      422: IDEMPOTENT.problems[422],
    },
  },
];
