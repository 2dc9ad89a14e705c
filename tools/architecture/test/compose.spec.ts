import { parse } from 'yaml';
import { documentedSettings } from './documented-settings.js';
import { SERVICES, textOf } from './repository.js';

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly build?: { readonly args?: Readonly<Record<string, string>> };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
}

const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as ComposeFile;

/** What the images decide. */
const OF_IMAGES = new Set(['HOST', 'PORT', 'INTERNAL_PORT', 'LOG_FORMAT']);

const settingsOf = (service: string): string[] =>
  documentedSettings(service)
    .map(({ name }) => name)
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

  it('runs nothing that the image of the jobs does not have', () => {
    const dockerfile = textOf('infra', 'docker', 'Dockerfile');
    const [, programs = ''] = /AS migrate-tree\nRUN (?:.*\\\n)?([^&]*)/.exec(dockerfile) ?? [];
    const jobs = Object.values(services).filter(({ image }) => image === 'cds/migrate');
    const run = jobs.map(({ entrypoint, command }) => (entrypoint ?? command)?.[1] ?? '');
    expect(run).toEqual(expect.arrayContaining(['tools/dlq/run.mjs', 'tools/relay/run.mjs', 'tools/audit/run.mjs']));
    expect(run.filter((program) => !programs.split(/\s+/).includes(program))).toEqual([]);
    const built = [...dockerfile.matchAll(/(tools\/\w+)\/tsconfig\.build\.json/g)].map(
      ([, tool]) => `${tool ?? ''}/run.mjs`,
    );
    expect(run.filter((program) => program.startsWith('tools/') && !built.includes(program))).toEqual([]);
  });

  it('lets every image from elsewhere be pinned by its digest', () => {
    const pinnable = /^\$\{[A-Z]+_IMAGE:-[\w./-]+:[\w.-]+\}$/;
    for (const { image = '', build } of Object.values(services)) {
      if (!image.startsWith('cds/')) expect(image).toMatch(pinnable);
      if (build) expect(build.args?.['NODE_IMAGE']).toMatch(pinnable);
    }
    const dockerfile = textOf('infra', 'docker', 'Dockerfile');
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);
    expect(bases.filter((name) => !stages.includes(name))).toEqual(['${NODE_IMAGE}', 'scratch', '${PREVIOUS}']);
  });
});
