import { idSchema } from '@cds/contracts';
import { AppError } from '@cds/errors';

const boardId = idSchema('leaderboard');

export const boardNotFound = (id: string): AppError =>
  new AppError({
    code: 'leaderboard.not_found',
    kind: 'not-found',
    message: `There is no leaderboard ${JSON.stringify(id.slice(0, 100))}.`,
  });

/**
 * Fails with `leaderboard.not_found` for a text that cannot be the id of a board. PostgreSQL would fail to compare some
 * of them, such as those with a null character.
 */
export const refuseMalformed = (id: string): void => {
  if (!boardId.safeParse(id).success) throw boardNotFound(id);
};
