import type { Caller } from './caller.js';

const CATCH = { species: 'walleye', weight_lbs: 4.2 };

/** What ordinary callers do all the time. */
const rounds = (caller: Caller, id: string): (() => Promise<{ status: number }>)[] => [
  () => caller.ask('GET', `/v1/catches/${id}`),
  () => caller.ask('GET', '/v1/catches?per_page=10'),
  () => caller.send('/v1/catches', CATCH),
  () => caller.ask('GET', '/v1/species?per_page=5'),
  () => caller.ask('GET', '/v1/leaderboards?per_page=5'),
];

const ROUNDS = 3;

/**
 * Goes on with ordinary calls for as long as `attack` lasts, some rounds at least, and returns what was answered with
 * anything but success.
 */
export const beside = async (caller: Caller, attack: () => Promise<void>): Promise<number[]> => {
  const id = String((await caller.made('/v1/catches', CATCH))['id']);
  const refused: number[] = [];
  let isOver = false;
  const attacking = attack().finally(() => (isOver = true));
  // An attack that fails is reported once the bystander is done.
  attacking.catch(() => undefined);
  for (let round = 0; round < ROUNDS || !isOver; round += 1)
    for (const call of rounds(caller, id)) {
      const { status } = await call();
      if (status >= 300) refused.push(status);
    }
  await attacking;
  return refused;
};
