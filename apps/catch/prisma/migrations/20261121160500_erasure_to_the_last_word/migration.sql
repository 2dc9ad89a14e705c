CREATE TABLE "catch_word_leftovers" (
    "word" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catch_word_leftovers_pkey" PRIMARY KEY ("word","account_id","id")
);

-- Rows live for a minute.
ALTER TABLE catch_word_leftovers SET (autovacuum_vacuum_scale_factor = 0.02);

-- Words of catches that are gone by now were never looked at.
INSERT INTO catch_word_leftovers (word, account_id, due_at) SELECT word, account_id, now() FROM catch_words;

-- Filters ask whose erasure is still at work.
CREATE INDEX angler_tasks_erasures_idx ON angler_tasks (angler_id) WHERE kind = 'erase';
