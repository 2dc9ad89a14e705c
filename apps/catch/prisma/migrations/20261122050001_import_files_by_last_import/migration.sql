-- no transaction
CREATE INDEX CONCURRENTLY "import_files_last_imported_at_idx" ON "import_files"("last_imported_at");
