-- A part of a word in another script than Latin begins one of its ends. The catalogue has a few hundred such words at most.
INSERT INTO species_words (species_id, word)
SELECT species_id, substr(word, at) FROM species_words, generate_series(2, length(word)) AS at
WHERE octet_length(word) > length(word)
ON CONFLICT DO NOTHING;
