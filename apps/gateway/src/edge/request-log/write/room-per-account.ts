import { LRUCache } from 'lru-cache';

/** So many calls at once are all kept … */
const BURST = 120;
/** … and one more after each such time. */
const REFILL_MS = 10_000;
const MAX_ACCOUNTS = 10_000;

interface Room {
  left: number;
  at: number;
}

/**
 * How many rows each account may have written: the calls of a person who tries things out are all kept, and of a
 * steady stream one in ten seconds, so that nobody fills the log. Errors have room of their own.
 */
export class RoomPerAccount {
  private readonly rooms = new LRUCache<string, Room>({ max: 2 * MAX_ACCOUNTS });

  /** Whether there is room for one more, which is taken. */
  take(accountId: string, kind: 'success' | 'error', now: number): boolean {
    const key = `${kind}:${accountId}`;
    let room = this.rooms.get(key);
    if (!room) this.rooms.set(key, (room = { left: BURST, at: now }));
    room.left = Math.min(BURST, room.left + Math.max(0, now - room.at) / REFILL_MS);
    room.at = now;
    if (room.left < 1) return false;
    room.left -= 1;
    return true;
  }
}
