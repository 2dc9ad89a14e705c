-- An angler's catches are walked by the time they were logged at, and that index is there.
DROP INDEX "catches_angler_id_id_idx";
