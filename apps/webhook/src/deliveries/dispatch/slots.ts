export interface SlotLimits {
  readonly total: number;
  readonly perEndpoint: number;
}

/**
 * how many requests may be in flight: bounded in all and for each endpoint. The last quarter is kept for endpoints that
 * have none, so that many slow receivers leave room for the first message to every other one.
 */
export class Slots {
  private readonly taken = new Map<string, number>();
  private total = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** How many more may go to the endpoint, when `reserved` others are about to be taken. */
  roomFor(endpointId: string, reserved = 0): number {
    const used = this.taken.get(endpointId) ?? 0;
    const free = this.limits.total - this.total - reserved;
    const shared = free - Math.floor(this.limits.total / 4);
    const room = Math.max(shared, used === 0 ? 1 : 0);
    return Math.max(0, Math.min(room, free, this.limits.perEndpoint - used));
  }

  take(endpointId: string): void {
    this.taken.set(endpointId, (this.taken.get(endpointId) ?? 0) + 1);
    this.total += 1;
  }

  free(endpointId: string): void {
    const left = (this.taken.get(endpointId) ?? 0) - 1;
    if (left > 0) this.taken.set(endpointId, left);
    else this.taken.delete(endpointId);
    this.total -= 1;
  }
}
