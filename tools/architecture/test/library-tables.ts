import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SERVICES } from './repository.js';

/** A model of a Prisma schema with the comments above it. */
export interface Model {
  /** The file, relative to the repository's root. */
  readonly file: string;
  readonly table: string;
  readonly lines: readonly string[];
}

/** Marks a line that one service adds to the table of a library, with the reason. */
const OWN_LINE = /\S\s+\/\/ this service: \S/;

const CHECK = /^\/\/\/ CHECK (\w+ \(.*?\)): \S/;

const MODEL = /(?:^\/\/\/.*\n)*^model \w+ \{\n[\s\S]*?^\}$/gm;

/** The models that `text` describes. Runs of spaces count as one: they align columns. */
export const modelsIn = (file: string, text: string): Model[] =>
  [...text.matchAll(MODEL)].map(([model]) => {
    const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? '';
    return { file, table, lines: model.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' ')) };
  });

const modelsOf = (file: string): Model[] => modelsIn(file, readFileSync(join(ROOT, file), 'utf8'));

/** The tables of the libraries, each described once, in `libs/<library>/prisma`. */
export const libraryModels = (): Model[] =>
  readdirSync(join(ROOT, 'libs'))
    .map((library) => `libs/${library}/prisma`)
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => readdirSync(join(ROOT, folder)).flatMap((name) => modelsOf(`${folder}/${name}`)));

/** The models of the five services. */
export const serviceModels = (): Model[] =>
  SERVICES.flatMap((service) => modelsOf(`apps/${service}/prisma/schema.prisma`));

/**
 * The lines in which a service's table differs from the library's: `-` is missing, `+` is neither there nor declared.
 */
export const differences = (library: Model, service: Model): string[] => {
  const shared = service.lines.filter((line) => !OWN_LINE.test(line));
  const missing = library.lines.filter((line) => !shared.includes(line)).map((line) => `- ${line}`);
  const added = shared.filter((line) => !library.lines.includes(line)).map((line) => `+ ${line}`);
  const found = [...missing, ...added];
  const isMoved = found.length === 0 && shared.join('\n') !== library.lines.join('\n');
  return isMoved ? ['the lines stand in another order'] : found;
};

/** The check constraints of a table, which the schema language lacks: `name (condition)`. */
export const checksOf = ({ lines }: Model): string[] => lines.flatMap((line) => CHECK.exec(line)?.slice(1) ?? []);

/** The SQL of all migrations of the service that a schema belongs to. */
export const migrationsOf = ({ file }: Model): string => {
  const folder = join(ROOT, file, '../migrations');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(join(folder, name, 'migration.sql'), 'utf8'))
    .join('\n');
};
