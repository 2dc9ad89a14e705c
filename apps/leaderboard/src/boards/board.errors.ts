import { idSchema } from '@cds/contracts';
import { AppError, type Violation } from '@cds/errors';

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

export const boardBuiltIn = (id: string): AppError =>
  new AppError({
    code: 'leaderboard.built_in',
    kind: 'forbidden',
    message: `The leaderboard ${id} is built in: nobody changes or deletes it.`,
  });

export const boardOfAnother = (id: string): AppError =>
  new AppError({
    code: 'leaderboard.forbidden',
    kind: 'forbidden',
    message: `The leaderboard ${id} belongs to another account.`,
  });

export const boardChanged = (id: string): AppError =>
  new AppError({
    code: 'request.precondition_failed',
    kind: 'conflict',
    message: `If-Match does not have the ETag of ${id}, which was changed meanwhile.`,
  });

export const tooManyBoards = (most: number): AppError =>
  new AppError({
    code: 'leaderboard.limit',
    kind: 'rejected',
    message: `An account may have ${most} leaderboards of its own: delete one first.`,
  });

export const tooManyBoardChanges = (perHour: number, retryAfterSeconds: number): AppError =>
  new AppError({
    code: 'limit.account',
    kind: 'too-many',
    message: `An account may create leaderboards and change their rules ${perHour} times an hour.`,
    retryAfterSeconds,
  });

/** What is wrong with a body that names a species there is not, in the rule that lies at this JSON pointer. */
export const speciesUnknown = (id: string, ruleAt: string): Violation => ({
  pointer: `${ruleAt}/species_id`,
  code: 'species.unknown',
  detail: `No species has the id ${id}.`,
});
