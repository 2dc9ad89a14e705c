import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const HERE = join(import.meta.dirname, '..', '..', 'openapi-generator');
const VERSION = '7.25.0';
const JARS = join(HERE, 'target', `jars-${VERSION}`);
const JAR = `openapi-generator-cli-${VERSION}.jar`;
/** Where Maven keeps what it fetched, unless its settings say otherwise: to ask it costs more than to generate. */
const KEPT = join(homedir(), '.m2', 'repository', 'org', 'openapitools', 'openapi-generator-cli', VERSION, JAR);
const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'gateway', 'data', 'openapi.json');

/** The generator's jar; null where Maven is not there, or cannot fetch it. */
export const generatorJar = async (): Promise<string | null> => {
  const jar = join(JARS, JAR);
  const known = [jar, KEPT].find((path) => existsSync(path));
  if (known !== undefined) return known;
  const own = `${JARS}.${process.pid}`;
  const args = ['-q', '-B', '-f', join(HERE, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${own}`];
  try {
    await run('mvn', args);
    await rename(own, JARS);
  } catch {
    // Another run may have been first.
    return existsSync(jar) ? jar : null;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return jar;
};

/** Writes a client into each of these folders: one JVM writes all of them. */
export const generate = async (jar: string, folder: string): Promise<void> => {
  const files = await Promise.all(
    Object.entries(CLIENTS).map(async ([name, client]) => {
      const file = join(folder, `${name}.json`);
      const globalProperties = { apiTests: 'false', modelTests: 'false', apiDocs: 'false', modelDocs: 'false' };
      await mkdir(join(folder, name), { recursive: true });
      const settings = { inputSpec: DOCUMENT, outputDir: join(folder, name), globalProperties, ...client };
      await writeFile(file, JSON.stringify(settings));
      return file;
    }),
  );
  const java = process.env['JAVA_HOME'] ? join(process.env['JAVA_HOME'], 'bin', 'java') : 'java';
  const flags = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
  await run(java, [...flags, '-jar', jar, 'batch', '--fail-fast', ...files], { maxBuffer: 64_000_000 });
};

/** Go has a function `NewCatch` that makes a `Catch`, so that a type may not have this name. */
const namesInGo = (): Record<string, string> => {
  const { components } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { components: { schemas: object } };
  const names = new Set(Object.keys(components.schemas));
  const taken = [...names].filter((name) => name.startsWith('New') && names.has(name.slice(3)));
  return Object.fromEntries(taken.map((name) => [name, `${name.slice(3)}Input`]));
};

/** Folders, and the settings of what is written there. */
const CLIENTS = {
  typescript: { generatorName: 'typescript-fetch' },
  normalized: { generatorName: 'typescript-fetch', openapiNormalizer: { NORMALIZE_31SPEC: 'true' } },
  python: { generatorName: 'python' },
  go: {
    generatorName: 'go',
    gitUserId: 'catch-data',
    gitRepoId: 'client',
    modelNameMappings: namesInGo(),
    // Constants of Go share one room: those of two enumerations have the same names without it.
    additionalProperties: { enumClassPrefix: 'true', packageName: 'client' },
  },
} as const;
