/**
 * When one of `count` messages that are queued at `now` is due: they are due a millisecond apart, the last one now.
 * Claims take messages in the order of these times.
 */
export const dueInTurn = (index: number, count: number, now: Date): Date =>
  new Date(now.getTime() - (count - 1 - index));
