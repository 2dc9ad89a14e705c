import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { ServiceLogger } from '@cds/service-kit';
import { describe, expect, it } from '@jest/globals';
import { ClientAddress } from '../../identity/principals/client-address.js';
import { Connections } from './connections.js';

class FakeSocket extends EventEmitter {
  isReset = false;

  constructor(readonly remoteAddress: string) {
    super();
  }

  resetAndDestroy(): void {
    this.isReset = true;
  }
}

const connections = (): ((address: string) => FakeSocket) => {
  const logger = { event: () => undefined } as unknown as ServiceLogger;
  const all = new Connections(2, new ClientAddress(['192.0.2.0/24']), logger);
  return (address) => {
    const socket = new FakeSocket(address);
    all.add(socket as unknown as Socket);
    return socket;
  };
};

describe('connections of one address', () => {
  it('are closed over their number, and make room when they end', () => {
    const open = connections();
    const [first, second, third] = [open('203.0.113.1'), open('203.0.113.1'), open('203.0.113.1')];
    expect([first, second, third].map(({ isReset }) => isReset)).toEqual([false, false, true]);
    expect(open('203.0.113.2').isReset).toBe(false);
    first.emit('close');
    expect(open('203.0.113.1').isReset).toBe(false);
  });

  it.each([
    ['a trusted proxy', '192.0.2.7'],
    ['this machine', '127.0.0.1'],
    ['this machine, as IPv6 writes it', '::ffff:127.0.0.1'],
  ])('are as many as it likes for %s', (_who, address) => {
    const open = connections();
    expect(Array.from({ length: 5 }, () => open(address)).some(({ isReset }) => isReset)).toBe(false);
  });

  it('count apart for addresses of IPv4 that IPv6 writes, as a server that listens on :: sees them', () => {
    const open = connections();
    const sockets = ['::ffff:203.0.113.1', '::ffff:203.0.113.2', '::ffff:203.0.113.3'].map(open);
    expect(sockets.map(({ isReset }) => isReset)).toEqual([false, false, false]);
  });

  it('count together for a network of IPv6', () => {
    const open = connections();
    const sockets = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(open);
    expect(sockets.map(({ isReset }) => isReset)).toEqual([false, false, true]);
  });
});
