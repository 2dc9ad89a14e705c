import { describe, expect, it } from '@jest/globals';
import { type ClientCertificate, tlsSockets } from './tls-sockets.js';

const OURS = { certificate: 'a certificate', key: 'a key' };

/** What an error says once kafkajs hears of it. */
const heard = (ours: ClientCertificate, code: string): string => {
  const socket = tlsSockets(ours)({ host: '127.0.0.1', port: 1, ssl: {}, onConnect: () => undefined });
  const error = Object.assign(new Error("OpenSSL's words\n"), { code });
  socket.emit('error', error);
  socket.destroy();
  return error.message;
};

describe('a broker that refuses a connection', () => {
  it.each([
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', {}, 'set KAFKA_TLS_CERTIFICATE and KAFKA_TLS_KEY'],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', {}, 'set KAFKA_TLS_CERTIFICATE and KAFKA_TLS_KEY'],
    ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', { certificate: 'a certificate' }, 'set KAFKA_TLS_KEY'],
  ])('with %s, to whom it has no certificate, says what to set', (code, ours, advice) => {
    expect(heard(ours, code)).toBe(`the broker asks for a client certificate: ${advice} (OpenSSL's words)`);
  });

  it.each([
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
  ])('with %s, to whom it has one, does not accept it', (code) => {
    expect(heard(OURS, code)).toBe("the broker does not accept KAFKA_TLS_CERTIFICATE (OpenSSL's words)");
  });

  it('for another reason says that alone', () => {
    expect(heard(OURS, 'ECONNREFUSED')).toBe("OpenSSL's words\n");
    expect(heard({}, 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA')).toBe("OpenSSL's words\n");
  });
});
