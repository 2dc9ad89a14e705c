import { idSchema } from '@cds/contracts';
import { AppError } from '@cds/errors';

const boardId = idSchema('leaderboard');

export const boardNotFound = (id: string): AppError =>
  new AppError({
    code: 'leaderboard.not_found',
    kind: 'not-found',
    message: `There is no leaderboard ${JSON.stringify(id.slice(0, 100))}.`,
  });

/** What cannot be the id of a board is not one either; and some texts PostgreSQL would not even compare. */
export const refuseMalformed = (id: string): void => {
  if (!boardId.safeParse(id).success) throw boardNotFound(id);
};
