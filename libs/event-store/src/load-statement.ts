import { eventColumns } from './event-row.js';

type Codec = Parameters<typeof eventColumns>[0];

/** $1 stream, $2 first and $3 last version. */
export const loadText = (codec: Codec): string => `SELECT ${eventColumns(codec)} FROM events
WHERE stream_id = $1 AND version BETWEEN $2::int AND $3::int
ORDER BY version`;
