import { AddressBlocked, attemptErrorOf } from './attempt-error.js';

const coded = (code: string): Error => Object.assign(new Error(code), { code });

describe('the error of an attempt', () => {
  it.each([
    ['ECONNREFUSED', 'connection_refused'],
    ['ECONNRESET', 'connection_reset'],
    ['UND_ERR_SOCKET', 'connection_reset'],
    ['EPIPE', 'connection_reset'],
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['EPROTO', 'tls'],
    ['HPE_INVALID_CONSTANT', 'invalid_response'],
    ['UND_ERR_HEADERS_OVERFLOW', 'invalid_response'],
    ['ESOMETHING', 'unknown'],
  ])('%s is %s', (code, error) => expect(attemptErrorOf(coded(code))).toBe(error));

  it('is found among causes, and among the errors of several addresses', () => {
    expect(attemptErrorOf(new Error('fetch failed', { cause: coded('ECONNREFUSED') }))).toBe('connection_refused');
    expect(attemptErrorOf(new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]))).toBe('unreachable');
  });

  it('of an answer that the client refuses is the answer’s, though its code is that of a closed socket', () => {
    const refused = Object.assign(new Error('bad response'), { code: 'UND_ERR_SOCKET' });
    expect(attemptErrorOf(refused)).toBe('invalid_response');
  });

  it('of a forbidden address is its own', () => {
    expect(attemptErrorOf(new AddressBlocked('intranet'))).toBe('address_blocked');
  });

  it.each([undefined, null, 'text', {}])('of %j is unknown', (error) => expect(attemptErrorOf(error)).toBe('unknown'));
});
