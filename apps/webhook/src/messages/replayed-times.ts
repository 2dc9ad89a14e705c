import type { Queryable } from '@cds/postgres';

/** Whether a replay has asked for what happened at a time, by the endpoint's id. */
export type IsReplayed = (endpointId: string, time: Date) => boolean;

/** For endpoints that no replay has asked anything for. */
export const NOTHING_REPLAYED: IsReplayed = () => false;

/**
 * What replays of these endpoints have asked for that happened before the endpoints were created. A replay sends what
 * is stored; what this service reads later of the same time is sent when it comes. Nearly always every endpoint is
 * older than the events, and nothing is read.
 */
export const replayedTimes = async (
  db: Queryable,
  endpoints: readonly { readonly id: string; readonly createdAt: Date }[],
  events: readonly { readonly time: Date }[],
): Promise<IsReplayed> => {
  const earliest = Math.min(...events.map(({ time }) => time.getTime()));
  const young = endpoints.filter(({ createdAt }) => createdAt.getTime() > earliest);
  if (young.length === 0) return NOTHING_REPLAYED;
  const { rows } = await db.query<Replayed>(REPLAYS, [young.map(({ id }) => id), new Date(earliest)]);
  return (endpointId, time) =>
    rows.some((replay) => replay.endpointId === endpointId && replay.since <= time && time < replay.until);
};

interface Replayed {
  readonly endpointId: string;
  readonly since: Date;
  readonly until: Date;
}

const REPLAYS = `
SELECT endpoint_id AS "endpointId", since, until FROM replays
WHERE endpoint_id = ANY($1) AND status <> 'failed' AND until > $2`;
