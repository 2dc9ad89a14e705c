import { eventColumns } from './event-row.js';

type Codec = Parameters<typeof eventColumns>[0];

/**
 * $1 stream, $2 first and $3 last version, $4 time or null. Clocks of two copies may disagree, so a later version can
 * carry an earlier time: as of a time the stream ends before the first event that is later, and never has a gap.
 */
export const loadText = (codec: Codec): string => `SELECT ${eventColumns(codec)} FROM events
WHERE stream_id = $1 AND version BETWEEN $2::int AND $3::int
  AND ($4::timestamptz IS NULL OR version < coalesce(
    (SELECT min(later.version) FROM events later
    WHERE later.stream_id = $1 AND later.occurred_at > $4::timestamptz), 2147483647))
ORDER BY version`;

/** $1 streams, whole; each oldest first. */
export const loadManyText = (codec: Codec): string =>
  `SELECT ${eventColumns(codec)} FROM events WHERE stream_id = ANY($1::text[]) ORDER BY stream_id, version`;
