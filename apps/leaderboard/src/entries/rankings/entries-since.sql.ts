/** Former rankings that a board of an account keeps, so that edits of its rule do not fill the disk. */
export const KEPT_FORMER = 20;

/** The rows of `board_rankings` of `board`; none of a standard board, which keeps all of its rankings. */
const OF_BOARD = 'shown.board_id = board.id AND board.account_id IS NOT NULL';

/**
 * From when on the board has had entries, also in rankings that are gone, as its rows tell; infinite before its first
 * entry. Rows of earlier releases have null: where so many of them are left that others may be gone, the board may have
 * had entries since it was created.
 */
const KNOWN_SINCE = `coalesce(min(shown.entries_since), CASE WHEN count(*) > ${KEPT_FORMER} THEN board.created_at END)`;

/** When a ranking got its first entry. Where an earlier release stored it, that is not known, and taken to be early. */
const FIRST_ENTRY = `
  SELECT min(coalesce(part.first_moved_at, '-infinity')) AS at FROM ranking_periods AS part
  WHERE part.ranking_id = shown.ranking_id AND part.last_moved_at > '-infinity'`;

/** From when on `board` has had entries. It is stored with its next ranking, before a former one is removed. */
export const ENTRIES_SINCE = `
  SELECT coalesce(
    least(${KNOWN_SINCE}, min(greatest(shown.served_from, first.at)) FILTER (WHERE first.at < shown.served_until)),
    'infinity')
  FROM board_rankings AS shown CROSS JOIN LATERAL (${FIRST_ENTRY}) AS first WHERE ${OF_BOARD}`;

/** The time from which on everything is kept that `board` showed, and that from which on it had entries. */
export const KEPT_AND_SHOWN = `
  SELECT min(shown.served_from) AS kept_from, ${KNOWN_SINCE} AS entries_since
  FROM board_rankings AS shown WHERE ${OF_BOARD}`;
