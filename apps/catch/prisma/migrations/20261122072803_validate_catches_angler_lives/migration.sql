ALTER TABLE catches VALIDATE CONSTRAINT catches_angler_lives;
