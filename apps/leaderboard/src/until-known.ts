import { setTimeout as sleep } from 'node:timers/promises';
import { type IdKind, idSchema } from '@cds/contracts';
import { timeOfId } from '@cds/service-kit';

/** Whatever has an older id was heard of long ago, or does not exist. */
const NEW_MS = 10_000;
const WAIT_MS = 1_000;
const LOOK_EVERY_MS = 50;

/**
 * Waits for something whose id tells that it has just been created: its creation may have been answered some hundred
 * milliseconds before this service hears of it. Any other id is not looked for. Returns after a second at the latest,
 * whether `isKnown` has found it or not. To be called while no connection is held.
 */
export const untilKnown = async (
  kind: IdKind,
  id: unknown,
  isKnown: (id: string) => Promise<boolean>,
): Promise<void> => {
  const { success, data } = idSchema(kind).safeParse(id);
  if (!success || Math.abs(Date.now() - timeOfId(data).getTime()) > NEW_MS) return;
  const until = performance.now() + WAIT_MS;
  while (!(await isKnown(data)) && performance.now() < until) await sleep(LOOK_EVERY_MS);
};
