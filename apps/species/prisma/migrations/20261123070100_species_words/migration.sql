-- Every word of every name, with an index by which parts of words and words that resemble one are found without a scan.
CREATE TABLE "species_words" (
    "species_id" TEXT NOT NULL,
    "word" TEXT NOT NULL,

    CONSTRAINT "species_words_pkey" PRIMARY KEY ("species_id", "word")
);

CREATE INDEX "species_words_word_idx" ON "species_words"("word");
CREATE INDEX "species_words_trigrams_idx" ON "species_words" USING GIN ("word" gin_trgm_ops);

ALTER TABLE "species_words" ADD CONSTRAINT "species_words_species_id_fkey" FOREIGN KEY ("species_id") REFERENCES "species"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The names that the catalogue has already: a few thousand at most.
INSERT INTO species_words (species_id, word)
SELECT species_id, left(word, 64) FROM species_terms, string_to_table(term, ' ') AS word
UNION
SELECT species_id, left(replace(term, ' ', ''), 64) FROM species_terms;

-- A part of a Japanese, Chinese or Korean word begins one of its ends.
INSERT INTO species_words (species_id, word)
SELECT species_id, substr(word, at) FROM species_words, generate_series(2, length(word)) AS at
WHERE word ~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]'
ON CONFLICT DO NOTHING;
