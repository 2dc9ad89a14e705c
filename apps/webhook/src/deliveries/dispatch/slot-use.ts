import type { Receiver } from './receiver.js';

interface EndpointUse {
  count: number;
  isSlow: boolean;
}

/** Who has how many slots. One that is made from another one adds to it and leaves it as it is. */
export class SlotUse {
  private taken = 0;
  private takenBySlow = 0;
  private readonly accounts = new Map<string, number>();
  private readonly endpoints = new Map<string, EndpointUse>();

  constructor(private readonly base?: SlotUse) {}

  /** All, those whose receiver has answered included. */
  get total(): number {
    return this.taken + (this.base?.total ?? 0);
  }

  /** Those of slow receivers. */
  get slow(): number {
    return this.takenBySlow + (this.base?.slow ?? 0);
  }

  ofAccount(accountId: string): number {
    return (this.accounts.get(accountId) ?? 0) + (this.base?.ofAccount(accountId) ?? 0);
  }

  ofEndpoint(endpointId: string): number {
    return (this.endpoints.get(endpointId)?.count ?? 0) + (this.base?.ofEndpoint(endpointId) ?? 0);
  }

  add({ endpointId, accountId }: Receiver, isSlow: boolean, count: number): void {
    this.taken += count;
    this.accounts.set(accountId, (this.accounts.get(accountId) ?? 0) + count);
    const endpoint = this.endpoints.get(endpointId) ?? { count: 0, isSlow };
    endpoint.count += count;
    if (endpoint.isSlow) this.takenBySlow += count;
    this.endpoints.set(endpointId, endpoint);
    this.mark(endpointId, isSlow);
  }

  /** One of the receiver's counts in all alone from now on. */
  answered({ endpointId, accountId }: Receiver): void {
    const left = (this.accounts.get(accountId) ?? 0) - 1;
    if (left > 0) this.accounts.set(accountId, left);
    else this.accounts.delete(accountId);
    const endpoint = this.endpoints.get(endpointId);
    if (!endpoint) return;
    endpoint.count -= 1;
    if (endpoint.isSlow) this.takenBySlow -= 1;
    if (endpoint.count === 0) this.endpoints.delete(endpointId);
  }

  free(): void {
    this.taken -= 1;
  }

  /** The receiver is slow, or is no longer. */
  mark(endpointId: string, isSlow: boolean): void {
    const endpoint = this.endpoints.get(endpointId);
    if (!endpoint || endpoint.isSlow === isSlow) return;
    endpoint.isSlow = isSlow;
    this.takenBySlow += isSlow ? endpoint.count : -endpoint.count;
  }
}
