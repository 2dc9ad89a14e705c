import { prepared } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import type { SnapshotOptions } from './snapshot-options.js';
import type { SnapshotDraft } from './stream-walk.js';

/** Writes snapshots; one of the same stream and version that has the same or a later schema version stays. */
export const saveSnapshots = async <S>(
  db: Queryable,
  drafts: readonly SnapshotDraft<S>[],
  { schemaVersion, encode, isErased }: SnapshotOptions<S>,
): Promise<void> => {
  const rows = drafts.map(({ streamId, version, state, personIds, occurredTo }) => ({
    stream_id: streamId,
    version,
    state: encode(state),
    person_ids: personIds,
    occurred_to: occurredTo,
  }));
  const text = isErased ? `${INSERT} WHERE NOT ${isErased('made.person_ids')} ${KEEP}` : `${INSERT} ${KEEP}`;
  await db.query(prepared({ text, values: [schemaVersion, JSON.stringify(rows)] }));
};

const INSERT = `INSERT INTO stream_snapshots (stream_id, version, schema_version, state, person_ids, occurred_to)
SELECT made.stream_id, made.version, $1::int, made.state, made.person_ids, made.occurred_to
FROM json_to_recordset($2::json) AS made (stream_id text, version int, state json, person_ids text[],
  occurred_to timestamptz)`;

const KEEP = `ON CONFLICT (stream_id, version) DO UPDATE
SET schema_version = excluded.schema_version, state = excluded.state, person_ids = excluded.person_ids,
  occurred_to = excluded.occurred_to
WHERE stream_snapshots.schema_version < excluded.schema_version`;
