import { type AnswerDocs, ENTITY_TAG } from '@cds/openapi';

/** What is said of every write to a thing that has an `ETag`. */
export const CONDITIONAL = {
  headers: {
    'If-Match': 'An `ETag` that you received. If it is no longer current, nothing is changed and the response is 412.',
  },
  problems: { 412: ['request.precondition_failed'] },
} as const;

/** A JSON merge patch is taken as JSON too. */
export const MERGE_PATCH: readonly string[] = ['application/merge-patch+json', 'application/json'];

/** The headers of an answer that tells of a new thing. */
export const CREATED_HEADERS: NonNullable<AnswerDocs['headers']> = {
  Location: 'The URL of the new object.',
  ...ENTITY_TAG,
};

/** A page that has one thing alone. */
export const pageWith = (example: object): object => ({
  data: [example],
  total: 1,
  page: 1,
  per_page: 25,
  has_more: false,
  next_cursor: null,
});
