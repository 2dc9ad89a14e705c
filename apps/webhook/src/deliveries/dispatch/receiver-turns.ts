import type { Receiver } from './receiver.js';

/** A receiver in whose queue nothing is due before `dueFrom`, if this process knows that; else it is undefined. */
export interface Turn extends Receiver {
  readonly dueFrom?: Date | undefined;
}

/** Receivers that wait for their turn: accounts take turns, and the endpoints of each account take turns among them. */
export class ReceiverTurns {
  private readonly accounts = new Map<string, Map<string, Turn>>();
  private readonly accountOf = new Map<string, string>();

  get size(): number {
    return this.accountOf.size;
  }

  has(endpointId: string): boolean {
    return this.accountOf.has(endpointId);
  }

  /** The last of its account; one that waits already keeps its place, and the earlier `dueFrom`. */
  add({ endpointId, accountId, dueFrom }: Turn): void {
    const endpoints = this.accounts.get(accountId) ?? new Map<string, Turn>();
    const waiting = endpoints.get(endpointId);
    const from = waiting ? earlier(waiting.dueFrom, dueFrom) : dueFrom;
    endpoints.set(endpointId, { endpointId, accountId, dueFrom: from });
    this.accounts.set(accountId, endpoints);
    this.accountOf.set(endpointId, accountId);
  }

  /** It has had its turn: its account is the last of all now. */
  done({ endpointId, accountId }: Receiver): void {
    const endpoints = this.accounts.get(accountId);
    if (!endpoints?.delete(endpointId)) return;
    this.accountOf.delete(endpointId);
    this.accounts.delete(accountId);
    if (endpoints.size > 0) this.accounts.set(accountId, endpoints);
  }

  /** One endpoint of each account, then a second one of each, and so on. */
  *inOrder(): Generator<Turn> {
    let queues = [...this.accounts.values()].map((endpoints) => endpoints.values());
    while (queues.length > 0) {
      const left: typeof queues = [];
      for (const queue of queues) {
        const { value, done } = queue.next();
        if (done) continue;
        yield value;
        left.push(queue);
      }
      queues = left;
    }
  }
}

const earlier = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one && other ? (one < other ? one : other) : undefined;
