-- no transaction
-- Its entries are of words in the form of before; catches_terms_idx is on the same expression.
DROP INDEX CONCURRENTLY IF EXISTS catches_words_idx;
