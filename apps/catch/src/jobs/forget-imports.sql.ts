/** How long an import can be read after its end, with the rows that it refused. */
const IMPORT_KEPT = "interval '30 days'";

/** For how long after its last import a file is known, so that its rows are not imported again. */
const SOURCE_KEPT = "interval '365 days'";

const OVER = `completed_at < now() - ${IMPORT_KEPT} AND NOT has_file`;

export const FORGET_REJECTIONS = `
DELETE FROM import_rejections WHERE (import_id, line) IN (
  SELECT rejection.import_id, rejection.line FROM imports JOIN import_rejections AS rejection ON import_id = imports.id
  WHERE ${OVER} ORDER BY completed_at LIMIT $1 FOR UPDATE OF rejection SKIP LOCKED)`;

export const FORGET_IMPORTS = `
DELETE FROM imports WHERE id IN (SELECT id FROM imports WHERE ${OVER}
  AND NOT EXISTS (SELECT FROM import_rejections WHERE import_id = imports.id)
  ORDER BY completed_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id`;

const FORGOTTEN = `last_imported_at < now() - ${SOURCE_KEPT}`;

export const FORGET_ROWS = `
DELETE FROM imported_rows WHERE (file_id, line) IN (
  SELECT known.file_id, known.line FROM import_files JOIN imported_rows AS known ON known.file_id = import_files.id
  WHERE ${FORGOTTEN} ORDER BY last_imported_at LIMIT $1 FOR UPDATE OF known SKIP LOCKED)`;

export const FORGET_SOURCES = `
DELETE FROM import_files WHERE id IN (SELECT id FROM import_files WHERE ${FORGOTTEN}
  AND NOT EXISTS (SELECT FROM imported_rows WHERE file_id = import_files.id)
  ORDER BY last_imported_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** The account is gone: nobody imports its files again. `$1` is the account. */
export const FORGET_SOURCES_OF = `
UPDATE import_files SET last_imported_at = 'epoch' WHERE account_id = $1 AND last_imported_at <> 'epoch'`;

/** The account is gone. Without its lease the worker of the import that runs writes no more. `$1` is the account. */
export const END_IMPORTS_OF = `
UPDATE imports SET status = 'failed', error = 'The account was deleted.', completed_at = now(), lease = NULL,
  leased_until = NULL
WHERE account_id = $1 AND status IN ('queued', 'running')`;
