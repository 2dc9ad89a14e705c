import type { Receiver } from './receiver.js';

/** Receivers that wait for their turn: accounts take turns, and the endpoints of each account take turns among them. */
export class ReceiverTurns {
  private readonly accounts = new Map<string, Map<string, Receiver>>();
  private readonly accountOf = new Map<string, string>();

  get size(): number {
    return this.accountOf.size;
  }

  has(endpointId: string): boolean {
    return this.accountOf.has(endpointId);
  }

  /** The last of its account; one that waits already keeps its place. */
  add({ endpointId, accountId }: Receiver): void {
    const endpoints = this.accounts.get(accountId) ?? new Map<string, Receiver>();
    endpoints.set(endpointId, { endpointId, accountId });
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
  *inOrder(): Generator<Receiver> {
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
