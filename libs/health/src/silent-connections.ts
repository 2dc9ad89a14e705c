import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A request that was sent with the connection has arrived by then. */
const SILENT_MS = 250;
const SWEEP_MS = 25;

/**
 * Remembers the connections of a server that have sent nothing yet, as clients open some in advance or abandon a
 * request before it is sent. Node counts them as busy: neither `server.close` nor `closeIdleConnections` ends them, and
 * a stop would wait for the headers time-out. Create it before the server listens.
 */
export class SilentConnections {
  private readonly openedAt = new Map<Socket, number>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.openedAt.set(socket, performance.now());
      socket.once('close', () => this.openedAt.delete(socket));
    });
  }

  /** Ends connections without a request, at once and not at their time-outs, until `close` of the server is done. */
  async endWhile(close: () => Promise<void>): Promise<void> {
    const sweep = setInterval(() => this.sweep(), SWEEP_MS);
    try {
      await close();
    } finally {
      clearInterval(sweep);
    }
  }

  private sweep(): void {
    this.server.closeIdleConnections();
    this.closeSilent();
  }

  /** Closes those that have been open for `SILENT_MS` without a byte. */
  private closeSilent(): void {
    for (const [socket, openedAt] of this.openedAt) {
      if (socket.bytesRead === 0 && performance.now() - openedAt > SILENT_MS) socket.destroy();
    }
  }
}
