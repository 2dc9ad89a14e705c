import { setTimeout as sleep } from 'node:timers/promises';
import { type IdKind, idSchema } from '@cds/contracts';
import { timeOfId } from '@cds/service-kit';

/** Whatever has an older id was heard of long ago, or does not exist. */
const NEW_MS = 10_000;
const WAIT_MS = 1_000;
const LOOK_EVERY_MS = 50;

/**
 * Waits for something whose id tells that it has just been created: its creation may have been answered some hundred
 * milliseconds before this service hears of it. Resolves with whether `isKnown` has found it, after a second at the
 * latest. Any other id is not looked for, and resolves with false. To be called while no connection is held.
 */
export const untilKnown = async (
  kind: IdKind,
  id: unknown,
  isKnown: (id: string) => Promise<boolean>,
): Promise<boolean> => {
  const { success, data } = idSchema(kind).safeParse(id);
  if (!success || Math.abs(Date.now() - timeOfId(data).getTime()) > NEW_MS) return false;
  for (const until = performance.now() + WAIT_MS; ;) {
    if (await isKnown(data)) return true;
    if (performance.now() >= until) return false;
    await sleep(LOOK_EVERY_MS);
  }
};
