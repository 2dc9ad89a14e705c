import type { Socket } from 'node:net';

/** What the system has not taken of the write in progress; Node itself reads it for its time-outs. */
interface WithHandle {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** For how long the peer of one connection has taken nothing of what waits for it. Asked now and then. */
export class StalledReader {
  private queued = 0;
  private written = -1;
  private since = 0;

  /** 0 while nothing waits, and when something was taken since it was asked last. */
  stalledMs(socket: Socket, now: number): number {
    const waiting = socket.writableLength;
    const queued = (socket as Socket & WithHandle)._handle?.writeQueueSize ?? 0;
    // What is added while nothing is taken moves neither figure: a write begins when the one before it is over.
    const written = waiting === 0 ? -1 : socket.bytesWritten - waiting;
    if (waiting === 0 || queued !== this.queued || written !== this.written) this.since = now;
    this.queued = queued;
    this.written = written;
    return now - this.since;
  }
}
