import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AddressPolicy, mayConnect } from '../../endpoints/addresses.js';
import { AddressBlocked } from './attempt-error.js';
import { guardedLookup, type Resolve, sharing } from './guarded-lookup.js';
import { limitAnswers } from './limit-answers.js';

const KEEP_ALIVE_MAX_MS = 30_000;
/** Of one answer, as they come: several times what is read of its body, and its head. */
const MAX_ANSWER_BYTES = 262_144;

/**
 * An HTTP agent that connects to allowed addresses alone. Checked are literals, all that a name resolves to, and at
 * last the address that the socket is connected to. Redirects are not followed; time-outs are the caller's.
 */
export const guardedAgent = (policy: AddressPolicy, resolve: Resolve, connectTimeoutMs: number): Agent =>
  new Agent({
    connect: guardedConnector(policy, sharing(resolve), connectTimeoutMs),
    headersTimeout: 0,
    bodyTimeout: 0,
    // A name that moved is noticed after this long.
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
  });

const guardedConnector = (policy: AddressPolicy, resolve: Resolve, timeout: number): buildConnector.connector => {
  const connectorOf = (protocol: string) =>
    buildConnector({ timeout, lookup: guardedLookup(resolve, protocol, policy) });
  const [http, https] = [connectorOf('http:'), connectorOf('https:')];
  return (options, callback) => {
    const { hostname, protocol } = options;
    const isBlocked = (address: string | undefined): boolean =>
      address === undefined || !mayConnect(address, protocol, policy);
    if (isIP(hostname) !== 0 && isBlocked(hostname)) return callback(new AddressBlocked(hostname), null);
    (protocol === 'https:' ? https : http)(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (isBlocked(socket.remoteAddress)) {
        socket.destroy();
        return callback(new AddressBlocked(hostname), null);
      }
      limitAnswers(socket, MAX_ANSWER_BYTES);
      return callback(null, socket);
    });
  };
};
