export interface SlotLimits {
  readonly total: number;
  readonly perEndpoint: number;
}

/** The slot of one attempt. */
export interface SlotLease {
  /** The receiver has answered, or will not: its endpoint may get the next request. */
  answered(): void;
  /** The attempt is over. To be called once. */
  free(): void;
}

/**
 * How many attempts may be in flight: bounded in all, and for each endpoint until its receiver has answered; the
 * storing of an attempt counts only in all. The last quarter is kept for endpoints that have none, so that many slow
 * receivers leave room for the first message to every other one.
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

  take(endpointId: string): SlotLease {
    this.taken.set(endpointId, (this.taken.get(endpointId) ?? 0) + 1);
    this.total += 1;
    let isAnswered = false;
    const answered = (): void => {
      if (!isAnswered) this.release(endpointId);
      isAnswered = true;
    };
    return {
      answered,
      free: () => {
        answered();
        this.total -= 1;
      },
    };
  }

  private release(endpointId: string): void {
    const left = (this.taken.get(endpointId) ?? 0) - 1;
    if (left > 0) this.taken.set(endpointId, left);
    else this.taken.delete(endpointId);
  }
}
