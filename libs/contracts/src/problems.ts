/**
 * Every problem that an answer can name. The key is the stable `code`; `/problems/<code>` shows `title` and
 * `explanation`.
 * A code is never renamed or removed.
 */
export const PROBLEMS = {
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
  'auth.missing': {
    title: 'Credentials are missing',
    explanation: 'Send an API key or an access token: `Authorization: Bearer cds_live_…`.',
  },
  'auth.invalid': {
    title: 'The credentials are not valid',
    explanation: 'The API key or access token is malformed, unknown, revoked, expired, or made for another service.',
  },
  'auth.scope': {
    title: 'A scope is missing',
    explanation: 'The credential is valid but lacks the scope that `detail` names.',
  },
  'auth.network': {
    title: 'The key may not be used from here',
    explanation: 'The request comes from an address outside `allowed_cidrs` of the API key.',
  },
  'auth.too_many_failures': {
    title: 'Too many wrong credentials',
    explanation:
      'This address sent too many wrong credentials. Good ones still work; a wrong one is looked at ' +
      'again after `Retry-After` seconds.',
  },
  'rate_limit.exceeded': {
    title: 'The rate limit is used up',
    explanation:
      'This credential, or this address where no credential is sent, made as many requests as its ' +
      'window allows. Go on after `Retry-After` seconds; `RateLimit-Policy` tells the limit, ' +
      '`RateLimit` and `GET /v1/rate_limit` what is left.',
  },
  'limit.heavy_reads': {
    title: 'Too many counts and searches at once',
    explanation:
      'Exact totals of filtered lists, and searches, of this account wait for each other, and this one waited too ' +
      'long. Go on after `Retry-After` seconds, with fewer at once; `total=false` leaves the count out.',
  },
  'auth.identity': {
    title: 'The caller is not known',
    explanation:
      'A service was called without the gateway’s signed identity, with an old one, or with one made ' +
      'for another service.',
  },
  'api_key.not_found': { title: 'There is no such API key', explanation: 'No API key of this account has this id.' },
  'api_key.inactive': {
    title: 'The API key is not active',
    explanation:
      'The key was revoked, was rolled into another one, or has expired: it cannot be edited or rolled ' +
      'any more. Make a new one.',
  },
  'api_key.limit': {
    title: 'There are too many API keys',
    explanation:
      'An account may have 100 API keys. Revoke one first. A key that was rolled counts until its grace ends; ' +
      'rolling with `grace_seconds: 0` is always possible.',
  },
  'account.not_found': { title: 'There is no such account', explanation: 'No account has this id.' },
  'account.unknown': {
    title: 'The account is not known',
    explanation: 'There is no account with the id that the body names, or it was deleted.',
  },
  'account.deleted': {
    title: 'The account was deleted',
    explanation: 'The account is gone for good, with its keys, tokens and anglers.',
  },
  'account.own': {
    title: 'Nobody deletes their own account',
    explanation:
      'The credential belongs to the account that it would delete. Another account with the scope `admin` can.',
  },
  'person.email_taken': {
    title: 'The e-mail address is in use',
    explanation:
      'A person signs in with this address already. An address belongs to one person, in any case of its letters.',
  },
  'provider.email_unverified': {
    title: 'The e-mail address is not verified',
    explanation:
      'Whoever comes through the provider for the first time needs an e-mail address that the provider ' +
      'has verified: an address that nobody checked proves nothing.',
  },
  'form.stale': {
    title: 'The form is out of date',
    explanation:
      'A form can be sent from the page that showed it, in the browser that opened it, until the person ' +
      'there signs in or out. Open the page again; cookies must be allowed.',
  },
  'catch.not_found': { title: 'There is no such catch', explanation: 'No catch has this id.' },
  'catch.deleted': { title: 'The catch was deleted', explanation: 'The catch with this id was deleted by its owner.' },
  'catch.forbidden': {
    title: 'The catch belongs to another account',
    explanation: 'Only the account that logged a catch can change it.',
  },
  'photo.not_found': {
    title: 'There is no such photo',
    explanation: 'The catch has no photo with this id, or it was removed, or the catch was deleted.',
  },
  'photo.unreadable': {
    title: 'The photo cannot be read',
    explanation: 'The file begins like a JPEG, PNG or WebP, but cannot be decoded: it is truncated or damaged.',
  },
  'photo.too_many_pixels': {
    title: 'The photo has too many pixels',
    explanation:
      'Width times height is over what this service decodes; `detail` tells the limit. Send a smaller version.',
  },
  'photo.limit': {
    title: 'The catch has too many photos',
    explanation: 'A catch may have 20 photos. Remove one first.',
  },
  'resource.conflict': {
    title: 'The resource was changed meanwhile',
    explanation: 'Another request changed the same thing at the same moment. Read it and try again.',
  },
  'catch.external_id_taken': {
    title: 'The external_id is in use',
    explanation: 'Another catch of this account has this external_id; `detail` names it.',
  },
  'catch.too_many_changes': {
    title: 'The catch was changed too often',
    explanation: 'A catch may have 10,000 versions, photos and reviews included. It can still be read and deleted.',
  },
  'catch.weight_implausible': {
    title: 'The weight is implausible for the species',
    explanation: 'The weight is over twice the greatest weight known for the species.',
  },
  'species.unknown': {
    title: 'The species is not known',
    explanation: 'No species has this id or name. `detail` suggests the three nearest names.',
  },
  'species.ambiguous': {
    title: 'The species name is ambiguous',
    explanation:
      'The alias belongs to several species; `detail` names them. Use a common name, a scientific name or an id.',
  },
  'species.not_found': { title: 'There is no such species', explanation: 'No species has this id or slug.' },
  'angler.unknown': { title: 'The angler is not known', explanation: 'This account has no angler with this id.' },
  'angler.not_found': { title: 'There is no such angler', explanation: 'No angler has this id.' },
  'angler.forbidden': {
    title: 'The angler belongs to another account',
    explanation: 'Only the account that knows an angler can change or erase them.',
  },
  'angler.erased': {
    title: 'The angler was erased',
    explanation: 'All that is personal of this angler was removed for good; the bare figures of their catches stay.',
  },
  'angler.external_id_taken': {
    title: 'The external_id is in use',
    explanation: 'Another angler of this account has this external_id; `detail` names them.',
  },
  'verification.not_found': {
    title: 'There is no such verification',
    explanation: 'No verification that you may see has this id.',
  },
  'verification.pending': {
    title: 'A verification is already pending',
    explanation: 'A catch has one pending verification at a time; `detail` names it.',
  },
  'verification.decided': {
    title: 'The verification was already decided',
    explanation: 'A decision that was made cannot be made again.',
  },
  'verification.not_approved': {
    title: 'The verification was not approved',
    explanation: 'Only an approved verification can be revoked; one that is pending can be approved or rejected.',
  },
  'verification.own_catch': {
    title: 'Nobody reviews a catch of their own',
    explanation: 'The reviewer’s account is the one that logged the catch.',
  },
  'verification.evidence_missing': {
    title: 'Evidence is missing',
    explanation: 'Tier `photo` needs a photo of this catch, `witnessed` a witness, `certified` a certificate number.',
  },
  'verification.tier_reached': {
    title: 'The catch already has this tier',
    explanation: 'The catch is verified at the tier asked for, or at a better one.',
  },
  'import.not_found': {
    title: 'There is no such import',
    explanation: 'No import of this account has this id. An import is forgotten 30 days after it ended.',
  },
  'import.limit': {
    title: 'Too many imports wait',
    explanation:
      'An account has at most 5 imports that wait for their turn, and sends at most 20 files at the same time. ' +
      'Nothing was stored; send the file again when one of them has begun.',
  },
  'export.not_found': {
    title: 'There is no such export',
    explanation: 'No export of this account has this id. An export is forgotten 30 days after it ended.',
  },
  'export.limit': {
    title: 'Too many exports wait',
    explanation: 'An account has at most 5 exports that wait for their turn. Ask again when one of them has begun.',
  },
  'export.not_ready': {
    title: 'The export is not finished',
    explanation: 'The file can be downloaded when `status` is `completed`.',
  },
  'export.expired': {
    title: 'The export has expired',
    explanation: 'A file is kept for 7 days, or until a person in it is erased. Ask for a new export.',
  },
  'leaderboard.not_found': { title: 'There is no such leaderboard', explanation: 'No leaderboard has this id.' },
  'webhook.not_found': {
    title: 'There is no such webhook endpoint',
    explanation: 'No endpoint of this account has this id.',
  },
  'webhook.address_forbidden': {
    title: 'The address is not allowed',
    explanation: 'Webhooks are never sent to private, loopback, link-local or metadata addresses.',
  },
  'webhook.limit': { title: 'There are too many endpoints', explanation: 'An account may have 50 webhook endpoints.' },
  'webhook_delivery.not_found': {
    title: 'There is no such delivery',
    explanation: 'No delivery to an endpoint of this account has this id.',
  },
  'oauth_client.not_found': {
    title: 'There is no such OAuth client',
    explanation: 'No OAuth client of this account has this id.',
  },
  'oauth_client.limit': {
    title: 'There are too many OAuth clients',
    explanation: 'An account may have 100 OAuth clients. Delete one first.',
  },
  'oauth_client.public': {
    title: 'The OAuth client has no secret',
    explanation:
      'Only a confidential client has a secret that can be replaced; a public one proves itself by PKCE alone.',
  },
  'oauth_grant.not_found': {
    title: 'There is no such grant',
    explanation: 'Nobody of this account has given a grant with this id, or it was revoked.',
  },
  'oauth_interaction.expired': {
    title: 'The sign-in of an app cannot go on',
    explanation:
      'It was begun more than an hour ago, in another browser, or has been finished. Begin again from the app.',
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
} as const satisfies Record<string, { title: string; explanation: string }>;

export type ProblemCode = keyof typeof PROBLEMS;
