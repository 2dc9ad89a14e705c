import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { photoFields } from './add-photo/photo-fields.js';
import { listPhotosQuery } from './photo-list/photo-list.http.js';
import { DRAWING_EXAMPLE } from '../catalogue/species.example.js';
import { CONDITIONAL } from '../catalogue/species-writes.docs.js';
import { speciesPhotoSchema } from '../catalogue/species-photo-view.js';

const PICTURES = 'https://api.example/v1/species/spc_01h455vb4pex5vsknk084sn02q/pictures';
const PHOTO = `${PICTURES}/9f86d081…`;

const PHOTO_EXAMPLE = {
  id: 'pho_01h455vb4pex5vsknk084sn02q',
  kind: 'photo',
  url: `${PHOTO}/full.jpg`,
  width: 2048,
  height: 1536,
  variants: {
    thumb: { url: `${PHOTO}/thumb.jpg`, width: 256, height: 192 },
    small: { url: `${PHOTO}/small.jpg`, width: 640, height: 480 },
    large: { url: `${PHOTO}/large.jpg`, width: 1280, height: 960 },
  },
  license: 'CC-BY-SA-4.0',
  attribution: 'A. Photographer',
  source_url: 'https://commons.example/wiki/File:Bass.jpg',
};

/** Read as it streams in; this is for the reference alone. */
const uploadSchema = photoFields
  .extend({ file: z.string().meta({ format: 'binary', description: 'A JPEG, PNG or WebP file of up to 15 MB.' }) })
  .meta({ id: 'NewSpeciesPhoto' });

const SPECIES = { id: 'The id or the slug of the species.' };
const ONE = { ...SPECIES, photo_id: 'The id of the photo.' };

export const photosDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/species/{id}/photos',
    tag: 'Species',
    operationId: 'listSpeciesPhotos',
    summary: 'List the pictures of a species',
    description:
      'Returns the photos and, as the last item, the illustration that every species has, which is free to use ' +
      '(CC0).',
    parameters: SPECIES,
    query: listPhotosQuery,
    answers: {
      200: {
        description: 'A page of pictures.',
        schema: listOf(speciesPhotoSchema, 'SpeciesPhotoList'),
        example: {
          data: [PHOTO_EXAMPLE, DRAWING_EXAMPLE],
          total: 2,
          page: 1,
          per_page: 25,
          has_more: false,
          next_cursor: null,
        },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
    problems: { 404: ['species.not_found'], 410: ['species.deleted'] },
  },
  {
    method: 'POST',
    path: '/v1/species/{id}/photos',
    tag: 'Species',
    operationId: 'uploadSpeciesPhoto',
    summary: 'Add a photo to a species',
    description:
      'Send one JPEG, PNG or WebP of up to 15 MB in the field `file`, with its `license`, attribution and source. ' +
      'The photo is rotated upright, stripped of all metadata (EXIF, and so GPS coordinates), and resized to four ' +
      'sizes. A species can have up to 20 photos.',
    parameters: SPECIES,
    headers: IDEMPOTENT.headers,
    body: {
      contentTypes: ['multipart/form-data'],
      description: 'The file to upload and its licence terms.',
      schema: uploadSchema,
    },
    answers: {
      201: {
        description: 'The photo.',
        schema: speciesPhotoSchema,
        example: PHOTO_EXAMPLE,
        headers: { Location: 'The URL of the photo.' },
      },
    },
    problems: {
      404: ['species.not_found'],
      408: ['request.timeout'],
      409: ['resource.conflict', ...IDEMPOTENT.problems[409]],
      410: ['species.deleted'],
      422: ['photo.unreadable', 'photo.too_many_pixels', 'photo.limit', ...IDEMPOTENT.problems[422]],
      503: ['storage.unavailable'],
    },
  },
  {
    method: 'GET',
    path: '/v1/species/{id}/photos/{photo_id}',
    tag: 'Species',
    operationId: 'getSpeciesPhoto',
    summary: 'Read a photo of a species',
    description: 'Returns the sizes, URLs and licence terms. The picture itself is served at each `url`.',
    parameters: ONE,
    answers: { 200: { description: 'The picture.', schema: speciesPhotoSchema, example: PHOTO_EXAMPLE } },
    problems: { 404: ['species.not_found', 'photo.not_found'], 410: ['species.deleted'] },
  },
  {
    method: 'DELETE',
    path: '/v1/species/{id}/photos/{photo_id}',
    tag: 'Species',
    operationId: 'deleteSpeciesPhoto',
    summary: 'Remove a photo of a species',
    description: 'The illustration cannot be removed.',
    parameters: ONE,
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The photo is removed.' } },
    problems: {
      404: ['species.not_found', 'photo.not_found'],
      409: ['resource.conflict'],
      410: ['species.deleted'],
      412: ['request.precondition_failed'],
    },
  },
  {
    method: 'GET',
    path: '/v1/species/{id}/pictures/{digest}/{file}',
    tag: 'Species',
    operationId: 'downloadSpeciesPicture',
    summary: 'Download a picture of a species',
    description: 'The `url`s of pictures point here. Web pages can embed them without a credential.',
    parameters: {
      id: 'The id of the species.',
      digest: 'The file name of the picture.',
      file: 'The size and the format: `full.jpg`, `large.webp`, `small.png`, `thumb.jpg`.',
    },
    answers: {
      200: {
        description: 'The picture.',
        contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
        headers: {
          'Cache-Control': 'One year, as the content of a URL never changes; some minutes for an earlier illustration.',
          'Content-Disposition': 'Always `inline`.',
        },
      },
    },
    problems: { 404: ['photo.not_found'], 503: ['storage.unavailable'] },
  },
];
