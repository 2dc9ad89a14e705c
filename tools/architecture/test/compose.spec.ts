import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './repository.js';

interface ComposeFile {
  readonly services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>>;
}

const textOf = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');
const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as ComposeFile;
const SERVICES = ['gateway', 'catch', 'species', 'leaderboard', 'webhook'];

/** What the images decide. */
const OF_IMAGES = new Set(['HOST', 'PORT', 'INTERNAL_PORT', 'LOG_FORMAT']);

/** The settings of each service, as .env.example lists them under the services that have them. */
const settingsOf = (service: string): string[] =>
  textOf('.env.example')
    .split(/^# --- /m)
    .slice(1)
    .filter((section) => {
      const [title = ''] = section.split(' ---', 1);
      return title === 'all services' || title.split(', ').includes(service);
    })
    .flatMap((section) => [...section.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name))
    .filter((name) => !OF_IMAGES.has(name));

describe('docker-compose.yml', () => {
  test.each(SERVICES)('passes every setting on to the service %s', (service) => {
    const passed = Object.keys(services[service]?.environment ?? {});
    expect(settingsOf(service).filter((name) => !passed.includes(name))).toEqual([]);
  });

  test.each(SERVICES)('gives the service %s no setting that it does not have', (service) => {
    const passed = Object.keys(services[service]?.environment ?? {}).filter((name) => !name.startsWith('AWS_'));
    expect(passed.filter((name) => !settingsOf(service).includes(name))).toEqual([]);
  });

  test.each(SERVICES)('lets the service %s connect to its database alone, as the role that owns it', (service) => {
    const url = services[service]?.environment?.['DATABASE_URL'];
    expect(url).toBe(
      `postgresql://cds_${service}:\${${service.toUpperCase()}_DATABASE_PASSWORD:-for-one-machine-alone}` +
        `@postgres:5432/cds_${service}`,
    );
  });

  test.each(Object.keys(services))('bounds the memory and the processors of %s', (name) => {
    expect(services[name]).toMatchObject({ mem_limit: expect.any(String), cpus: expect.any(Number) });
  });
});
