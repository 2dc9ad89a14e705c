import type { ProblemText } from './problem-text.js';

/** Problems that any route may answer with, whatever it is about. */
export const REQUEST_PROBLEMS = {
  'request.invalid': {
    title: 'The request is not valid',
    explanation:
      'The body or a parameter breaks the schema. `errors` lists every problem with its pointer or parameter.',
  },
  'request.malformed_json': {
    title: 'The body is not JSON',
    explanation: 'The body could not be parsed as JSON in UTF-8. `detail` tells where the parser stopped.',
  },
  'request.rejected': {
    title: 'The request cannot be carried out',
    explanation: 'The request is well formed, but what it asks for is not possible. `errors` lists every reason.',
  },
  'request.too_large': {
    title: 'The body is too large',
    explanation: 'The body is over the limit of this route. Send less at once.',
  },
  'request.unsupported_media_type': {
    title: 'The content type is not supported',
    explanation:
      'Send `Content-Type: application/json`; PATCH also takes `application/merge-patch+json`, an ' +
      'import `application/x-ndjson` or `text/csv`, plain or with `Content-Encoding: gzip`. A photo is ' +
      'a JPEG, PNG or WebP in `multipart/form-data`; what it is, its first bytes tell.',
  },
  'request.timeout': {
    title: 'The request came in too slowly',
    explanation: 'Headers and body must arrive within the limit. Send the request again.',
  },
  'request.headers_too_large': {
    title: 'The headers are too large',
    explanation: 'All headers together may have 16 kB.',
  },
  'request.precondition_failed': {
    title: 'The resource is not the one you read',
    explanation:
      'None of the tags in `If-Match` is the current `ETag`: somebody changed the resource meanwhile. ' +
      'Read it again, and decide anew.',
  },
  'request.range_not_satisfiable': {
    title: 'The range lies outside the file',
    explanation: 'The file ends before the range begins. `Content-Range` tells how long it is.',
  },
  'route.not_found': {
    title: 'There is no such route',
    explanation: 'No route of this API has this path. The README lists the routes.',
  },
  'route.method_not_allowed': {
    title: 'The method is not allowed here',
    explanation: 'The path exists, but not for this method. `Allow` lists the methods it takes.',
  },
  'idempotency.in_progress': {
    title: 'The first request with this key still runs',
    explanation:
      'A request with the same `Idempotency-Key` has no answer yet. Send it again after `Retry-After` ' +
      'seconds: then the first answer is there.',
  },
  'idempotency.key_reused': {
    title: 'The idempotency key was used for another request',
    explanation:
      'An `Idempotency-Key` stands for one method, path and body for 24 hours. Take a new key for a new request.',
  },
  'resource.conflict': {
    title: 'The resource was changed meanwhile',
    explanation: 'Another request changed the same thing at the same moment. Read it and try again.',
  },
  'storage.unavailable': {
    title: 'The file storage is unavailable',
    explanation:
      'Photos, imports and exports cannot be stored or read right now. Nothing was stored; try again ' +
      'after `Retry-After` seconds.',
  },
  'service.unavailable': {
    title: 'A part of the service is unavailable',
    explanation:
      'The service that owns this resource is down or cannot reach its database. Nothing was changed ' +
      'unless it had been answered; try again after `Retry-After` seconds.',
  },
  'service.timeout': {
    title: 'A part of the service did not answer in time',
    explanation:
      'The service that owns this resource took too long. The request may have been carried out; read ' +
      'before you send it again.',
  },
  'internal.error': {
    title: 'Something went wrong on our side',
    explanation: 'This is a bug. `request_id` finds it in our logs.',
  },
} as const satisfies Record<string, ProblemText>;
