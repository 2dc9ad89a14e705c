import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { messageOf } from '@cds/errors';
import { createPool } from '@cds/postgres';
import { readSeedConfig } from '../../config.js';
import { InvalidCatalogue, readCatalogue } from './read-catalogue.js';
import { seedCatalogue } from './seed-catalogue.handler.js';

const CATALOGUE = fileURLToPath(new URL('../../../data/species.csv', import.meta.url));

const HELP = `Brings the species catalogue into the database: registers new species, revises changed ones, leaves
the rest alone.

usage: npm run seed -- [--file species.csv] [--photos]
       DATABASE_URL=postgresql://… node dist/seed.js [--file species.csv] [--photos]    in an image

  --file <path>  a catalogue in CSV; the one that comes with the service by default
  --photos       then fetches the photos of the catalogue that have a licence into the storage (STORAGE_URL), by https,
                 and shows them with licence, author and source page; those that are there or were removed stay so
  --help         shows this

A catalogue with a problem is refused whole. Running it again changes nothing. What a person edited through the API
stays, and so does what a person deleted.`;

/** What a command leaves behind: 0 for success, and what to tell. */
export interface CommandResult {
  exitCode: 0 | 1;
  text: string;
}

/** What `--photos` does, with the catalogue at a path. Resolves with a summary. */
export type FetchPhotos = (file: string) => Promise<string>;

/** `seed.js` without the process around it; never throws. */
export const seedCommand = async (args: readonly string[], fetchPhotos?: FetchPhotos): Promise<CommandResult> => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        file: { type: 'string', default: CATALOGUE },
        photos: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { exitCode: 0, text: HELP };
    const lines = [await seed(values.file)];
    if (values.photos && fetchPhotos) lines.push(await fetchPhotos(values.file));
    return { exitCode: 0, text: lines.join('\n') };
  } catch (error) {
    return { exitCode: 1, text: explain(error) };
  }
};

const seed = async (file: string): Promise<string> => {
  const { database } = readSeedConfig();
  const catalogue = readCatalogue(await readFile(file, 'utf8'));
  const pool = createPool(database.url, { applicationName: 'species-seed', max: 1, statementTimeoutMs: 60_000 });
  try {
    const { registered, revised, unchanged } = await seedCatalogue(pool, catalogue, new Date());
    // Searches are planned by how many names there are: not as if there were none until autovacuum comes.
    if (registered + revised > 0) await pool.query('ANALYZE species, species_terms, species_words, species_records');
    return `species: ${String(registered)} registered, ${String(revised)} revised, ${String(unchanged)} unchanged`;
  } finally {
    await pool.end();
  }
};

const explain = (error: unknown): string => {
  if (error instanceof InvalidCatalogue) return [error.message, ...error.problems].join('\n');
  return messageOf(error);
};
