import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type AddressPolicy, mayConnect } from '../../endpoints/addresses.js';
import { AddressBlocked } from './attempt-error.js';

/** Finds all addresses of a name, as `dns.lookup` does. */
export interface Resolve {
  (
    host: string,
    options: LookupAllOptions,
    callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ): void;
  /** Whether it would answer at once. */
  readonly knows?: (host: string) => boolean;
}

/**
 * A look-up for sockets that gives only addresses a webhook may connect to; the socket then connects to just these, so
 * a name cannot lead elsewhere a moment later. One forbidden address among others blocks the name.
 */
export const guardedLookup =
  (resolve: Resolve, protocol: string, policy: AddressPolicy): LookupFunction =>
  (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new AddressBlocked(host), '');
      if (!addresses.every(({ address }) => mayConnect(address, protocol, policy)))
        return callback(new AddressBlocked(host), '');
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

/** Look-ups of one name at the same time share one answer: a slow name server is asked once. */
export const sharing = (resolve: Resolve): Resolve => {
  const waiting = new Map<string, Parameters<Resolve>[2][]>();
  return (host, options, callback) => {
    const key = JSON.stringify([host, options.family ?? 0, options.hints ?? 0]);
    const others = waiting.get(key);
    if (others) return void others.push(callback);
    const callbacks = [callback];
    waiting.set(key, callbacks);
    resolve(host, options, (error, addresses) => {
      waiting.delete(key);
      for (const one of callbacks) one(error, addresses);
    });
  };
};
