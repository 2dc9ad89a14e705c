import { Injectable } from '@nestjs/common';
import { tooManyAtOnce } from '../receivers.errors.js';

const MOST_AT_ONCE = 10;

/** Bounds how many requests to one receiver are in progress in this process. */
@Injectable()
export class ReceiverPlaces {
  private readonly taken = new Map<string, number>();

  /** Returns what gives the place back. Fails with `limit.in_flight`. */
  take(id: string): () => void {
    const count = this.taken.get(id) ?? 0;
    if (count >= MOST_AT_ONCE) throw tooManyAtOnce(MOST_AT_ONCE);
    this.taken.set(id, count + 1);
    return () => {
      const left = (this.taken.get(id) ?? 1) - 1;
      if (left > 0) this.taken.set(id, left);
      else this.taken.delete(id);
    };
  }
}
