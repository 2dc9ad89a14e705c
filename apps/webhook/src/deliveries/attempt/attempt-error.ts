/** Why an attempt got no answer. Part of the API: a code never changes its meaning. */
export type AttemptErrorCode =
  | 'timeout'
  | 'dns'
  | 'address_blocked'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  | 'tls'
  | 'invalid_response'
  /** Nothing was sent, because the endpoint's signing secret could not be opened. */
  | 'secret_unavailable'
  | 'unknown';

/** The name leads to an address that no webhook may be sent to. */
export class AddressBlocked extends Error {
  readonly code = 'ADDRESS_BLOCKED';

  constructor(host: string) {
    super(`${host} leads to a forbidden address`);
    this.name = 'AddressBlocked';
  }
}

/** A receiver sends more than belongs to any answer that is read. */
export class AnswerTooLong extends Error {
  readonly code = 'ANSWER_TOO_LONG';

  constructor() {
    super('The answer goes on too long');
    this.name = 'AnswerTooLong';
  }
}

// System errors, those of undici, of OpenSSL (RFC 5280 verification among them) and of Node's HTTP parser.
const CODES: readonly (readonly [RegExp, AttemptErrorCode])[] = [
  [/^ADDRESS_BLOCKED$/, 'address_blocked'],
  [/^(ANSWER_TOO_LONG|bad response|bad upgrade)$/, 'invalid_response'],
  [/^(UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/^(ENOTFOUND|EAI_.*|ENODATA|ESERVFAIL)$/, 'dns'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/, 'connection_reset'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES)$/, 'unreachable'],
  [
    /^(HTTPParserError|HPE_.*|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_.*|UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED)$/,
    'invalid_response',
  ],
  [
    /^(EPROTO|ERR_TLS_.*|ERR_SSL_.*|CERT_.*|CRL_.*|UNABLE_TO_.*|ERROR_IN_.*|SELF_SIGNED_.*|DEPTH_ZERO_.*|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/,
    'tls',
  ],
];

/** The code of whatever a request failed with, found by their codes and names among its causes. */
export const attemptErrorOf = (error: unknown): AttemptErrorCode => {
  for (const code of codesOf(error)) {
    const known = CODES.find(([pattern]) => pattern.test(code));
    if (known) return known[1];
  }
  return 'unknown';
};

const codesOf = function* (error: unknown): Generator<string> {
  if (typeof error !== 'object' || error === null) return;
  const { code, name, message, cause, errors } = error as Record<string, unknown>;
  // An answer that undici refuses, such as a 100 that nobody asked for, has the code of a socket that was closed.
  const words = code === 'UND_ERR_SOCKET' ? [message, code] : [code, name];
  for (const one of words) if (typeof one === 'string') yield one;
  // A name with several addresses fails with one error for each of them.
  if (Array.isArray(errors)) for (const one of errors) yield* codesOf(one);
  yield* codesOf(cause);
};
