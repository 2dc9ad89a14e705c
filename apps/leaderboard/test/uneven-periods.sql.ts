/** Periods of which the parts that ranks are added up from have other numbers of entries than there are. */
export const UNEVEN = `
  SELECT part.id FROM ranking_periods AS part
  WHERE part.ranking_id IN (SELECT id FROM rankings WHERE state = 'live')
    AND ARRAY[
      (SELECT sum(entries) FROM rank_segments WHERE period_id = part.id),
      (SELECT sum(entries) FROM rank_blocks WHERE period_id = part.id),
      (SELECT count(*) FROM ranked_entries WHERE period_id = part.id)
    ]::int[] <> array_fill(part.entry_count, ARRAY[3])`;
