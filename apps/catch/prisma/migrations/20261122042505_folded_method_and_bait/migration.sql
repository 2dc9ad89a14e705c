-- no transaction
-- Filters by method and bait compare texts in the common form.
CREATE INDEX CONCURRENTLY catches_method_bait_idx ON catches USING gin (search_text(method), search_text(bait))
  WHERE method IS NOT NULL OR bait IS NOT NULL;
