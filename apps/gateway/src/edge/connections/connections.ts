import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ClientAddress } from '../../identity/principals/client-address.js';
import { networkOf } from '../../identity/principals/network-of.js';
import { StalledReader } from './stalled-reader.js';

/** Injection token of how many connections an address may have to this process. */
export const MAX_CONNECTIONS = Symbol('MAX_CONNECTIONS');

const SWEEP_MS = 1_000;
const WARN_EVERY_MS = 60_000;

/** Watches the connections of the gateway's server: how many an address has, and whether answers are read. */
@Injectable()
export class Connections implements OnModuleDestroy {
  private readonly open = new Map<Socket, StalledReader>();
  private readonly counts = new Map<string, number>();
  private sweeping: NodeJS.Timeout | undefined;
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(MAX_CONNECTIONS) private readonly max: number,
    private readonly addresses: ClientAddress,
    private readonly logger: ServiceLogger,
  ) {}

  /**
   * From now on a connection over the number that its address may have is closed at once, and one whose reader takes
   * nothing of an answer for `stallMs` is closed within a second more.
   */
  watch(server: Server, stallMs: number): void {
    server.on('connection', (socket) => this.add(socket));
    this.sweeping = setInterval(() => this.sweep(stallMs), Math.min(SWEEP_MS, stallMs)).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.sweeping);
  }

  /** A connection that has just been opened. Those of proxies, and from this machine, count for no address. */
  add(socket: Socket): void {
    const { remoteAddress } = socket;
    if (remoteAddress !== undefined && !this.addresses.isProxy(remoteAddress) && !this.count(socket, remoteAddress))
      return void socket.resetAndDestroy();
    this.open.set(socket, new StalledReader());
    socket.once('close', () => this.open.delete(socket));
  }

  /** Whether the address has room for one more. */
  private count(socket: Socket, address: string): boolean {
    const network = networkOf(address);
    const connections = this.counts.get(network) ?? 0;
    if (connections >= this.max) {
      this.warn(network);
      return false;
    }
    this.counts.set(network, connections + 1);
    socket.once('close', () => this.uncount(network));
    return true;
  }

  private uncount(network: string): void {
    const left = (this.counts.get(network) ?? 1) - 1;
    if (left > 0) this.counts.set(network, left);
    else this.counts.delete(network);
  }

  private warn(network: string): void {
    if (performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = performance.now();
    this.logger.event('connections.refused', { network, limit: this.max }, 'warn');
  }

  private sweep(stallMs: number): void {
    const now = performance.now();
    for (const [socket, reader] of this.open) if (reader.stalledMs(socket, now) >= stallMs) socket.destroy();
  }
}
