import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/** As kafkajs has it for sockets that it makes itself. */
const KEEP_ALIVE_AFTER_MS = 60_000;

/** Ours, where the settings of these names have them. */
export interface ClientCertificate {
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Makes the TLS connections of kafkajs, and says beside OpenSSL's own words which setting is at fault when a broker
 * refuses our certificate, or misses one. With TLS 1.3 it does so only after the handshake, so the error may be that of
 * a request.
 */
export const tlsSockets =
  (ours: ClientCertificate): ISocketFactory =>
  ({ host, port, ssl, onConnect }) => {
    const socket = connect({ host, port, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect);
    // Before kafkajs listens, which makes an error of its own of the message.
    socket.on('error', (error) => {
      const reason = reasonOf(error, ours);
      if (reason !== undefined) error.message = `${reason} (${error.message.trim()})`;
    });
    return socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS);
  };

/** Names of alerts differ between versions of OpenSSL in what comes before. */
const MISSED = /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE)$/;
const REFUSED = /ALERT_((BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_(REVOKED|EXPIRED|UNKNOWN)|UNKNOWN_CA)$/;

const reasonOf = ({ code = '' }: NodeJS.ErrnoException, { certificate, key }: ClientCertificate) => {
  const missing = [!certificate && 'KAFKA_TLS_CERTIFICATE', !key && 'KAFKA_TLS_KEY'].filter(Boolean).join(' and ');
  if (missing && MISSED.test(code)) return `the broker asks for a client certificate: set ${missing}`;
  return !missing && REFUSED.test(code) ? 'the broker does not accept KAFKA_TLS_CERTIFICATE' : undefined;
};
