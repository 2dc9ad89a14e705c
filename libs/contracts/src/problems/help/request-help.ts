import type { ProblemHelp } from '../problem-help.js';

/** How to deal with problems that any route may answer with. */
export const REQUEST_HELP = {
  'request.invalid': {
    causes: [
      'A field or parameter is misspelled, missing, or not known to this route.',
      'A value has the wrong type or lies outside its bounds.',
      'The body sets a read-only field such as `id` or `verification_tier`.',
    ],
    remedy:
      'Read `errors`: each entry names the field by its JSON pointer, or the parameter, and says what is accepted. ' +
      'All errors are listed at once, so one corrected request is enough.',
    retry: 'after_fix',
  },
  'request.malformed_json': {
    causes: [
      'The body has a trailing comma, a comment, single quotes or an unescaped character.',
      'The body was cut off, is empty, or is not encoded in UTF-8.',
      'A form was sent with the content type of JSON.',
    ],
    remedy: 'Produce the body with a JSON serializer rather than by hand. `detail` gives the line and the column.',
    retry: 'after_fix',
  },
  'request.rejected': {
    causes: ['The values are valid one by one but contradict each other, or refer to something that does not exist.'],
    remedy: 'Correct what each entry in `errors` names, and send the request again.',
    retry: 'after_fix',
  },
  'request.too_large': {
    causes: ['A photo is larger than 15 MB, a JSON body larger than this route accepts, or an import too large.'],
    remedy: 'Send a smaller file, or split the data over several requests. Import many catches with `importCatches`.',
    retry: 'after_fix',
  },
  'request.unsupported_media_type': {
    causes: [
      'The `Content-Type` header is missing. Many HTTP clients send `text/plain` or a form by default.',
      'The file is not a JPEG, PNG or WebP, whatever its name says.',
    ],
    remedy: 'Set `Content-Type` to a type that the operation lists in the reference.',
    retry: 'after_fix',
  },
  'request.timeout': {
    causes: ['The connection is slow or was interrupted while the request was being sent.'],
    remedy: 'Send the request again. For large files, use a faster connection or send less at a time.',
    retry: 'at_once',
  },
  'request.headers_too_large': {
    causes: ['Cookies of other applications on the same domain, or a very long token or trace header.'],
    remedy: 'Send only the headers that the API uses. All headers together may take up 16 kB.',
    retry: 'after_fix',
  },
  'request.precondition_failed': {
    causes: [
      'Somebody changed the resource after you read it.',
      'The tag in `If-Match` was taken from another answer, or from a page of a list.',
    ],
    remedy:
      'Read the resource again, apply your change to the new state, and send it with the new `ETag` in `If-Match`. ' +
      'Do not leave `If-Match` out: it keeps you from overwriting the change of somebody else.',
    retry: 'after_read',
  },
  'request.range_not_satisfiable': {
    causes: ['The download is complete already, or the `Range` header was made for another file.'],
    remedy: 'Compare the length in `Content-Range` with what you have. Send `If-Range` with the `ETag` of the file.',
    retry: 'after_fix',
  },
  'route.not_found': {
    causes: [
      'The path is misspelled, or a part of it such as `/v1` is missing.',
      'An id was empty, so that the path has two slashes in a row.',
    ],
    remedy: 'Compare the path with the reference. `detail` suggests the nearest path.',
    retry: 'after_fix',
  },
  'route.method_not_allowed': {
    causes: ['The path is right, and the method is one that this resource does not have, such as `PUT` for `PATCH`.'],
    remedy: 'Use one of the methods in the `Allow` header.',
    retry: 'after_fix',
  },
  'idempotency.in_progress': {
    causes: ['Your client sent the request again before the first one was answered, often after a short time-out.'],
    remedy:
      'Wait as long as `Retry-After` says and send the same request with the same key: you get the first answer. Set ' +
      'the time-out of your client to 30 seconds or more.',
    retry: 'after_delay',
  },
  'idempotency.key_reused': {
    causes: [
      'A key is used as the name of a user or a job instead of one request.',
      'The body differs from the first one, for instance by a new time stamp.',
    ],
    remedy: 'Generate a new key, such as a UUID, for every new request, and keep body and key together when you retry.',
    retry: 'after_fix',
  },
  'resource.conflict': {
    causes: ['Two requests changed the same resource at the same moment.'],
    remedy: 'Read the resource, and send the change again if it is still needed.',
    retry: 'after_read',
  },
  'storage.unavailable': {
    causes: ['The object storage is down, or its disk is full.'],
    remedy: 'Try again later. Operations that need no file go on working.',
    retry: 'after_delay',
  },
  'service.unavailable': {
    causes: ['The service is being deployed or restarted.', 'Its database cannot be reached.'],
    remedy:
      'Send the request again after a pause, with the same `Idempotency-Key` where it is a POST. Double the pause ' +
      'with each attempt.',
    retry: 'after_delay',
  },
  'service.timeout': {
    causes: ['The service is overloaded, or the request asks for unusually much at once.'],
    remedy:
      'Find out by a read whether the change was made. A POST with an `Idempotency-Key` can simply be sent again.',
    retry: 'after_read',
  },
  'internal.error': {
    causes: ['A defect of this service. Your request may be fine.'],
    remedy:
      'Send it again once. If it fails again, report it with the `request_id` to the address in the API reference; ' +
      'never send the key.',
    retry: 'after_read',
  },
} as const satisfies Record<string, ProblemHelp>;
