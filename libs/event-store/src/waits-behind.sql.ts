/**
 * The SQL condition that an event waits to be published: a row of `events` under the alias `event` sorts behind a row
 * of `relay_checkpoints` under the alias `checkpoint`, of the same priority.
 */
export const waitsBehind = (event: string, checkpoint: string): string =>
  `${hasPriorityOf(event, checkpoint)}
    AND (${event}.transaction_id, ${event}.position) > (${checkpoint}.transaction_id, ${checkpoint}.position)`;

/** The SQL condition that an event has the priority of a checkpoint; both are aliases. */
export const hasPriorityOf = (event: string, checkpoint: string): string => `${event}.lane = ${checkpoint}.lane`;
