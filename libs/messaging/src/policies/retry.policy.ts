import { setTimeout as sleep } from 'node:timers/promises';
import { dispositionOf } from '@cds/kafka';
import type { SlicePolicy } from './slice-policy.js';

export interface RetryOptions {
  /** The maximum number of attempts at one message; default: `ATTEMPTS`. */
  readonly attempts?: number;
  /** The pause after the first attempt, which grows by itself with each; default: `PAUSE_MS`. */
  readonly pauseMs?: number;
}

const ATTEMPTS = 3;
const PAUSE_MS = 50;

/**
 * Tries a message again whose handling threw what nobody expected. What is known to heal, such as a database that is
 * away, is not tried here: its partition is paused and tried again with back-off for as long as it takes.
 */
export const retry =
  ({ attempts = ATTEMPTS, pauseMs = PAUSE_MS }: RetryOptions = {}): SlicePolicy =>
  (next) =>
  async (slices) => {
    const [{ batch, messages }, ...others] = slices;
    const isAlone = others.length === 0 && messages.length === 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await next(slices);
      } catch (error) {
        const isHopeless = !isAlone || attempt >= attempts || dispositionOf(error) !== 'bug';
        if (isHopeless || batch.lost() !== undefined || !batch.goesOn()) throw error;
        await sleep(pauseMs * attempt);
      }
    }
  };
