import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { documentedSettings } from './documented-settings.js';
import { ROOT, SERVICES, textOf } from './repository.js';

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly build?: { readonly args?: Readonly<Record<string, string>> };
  readonly healthcheck?: { readonly start_period?: string };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
}

const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as ComposeFile;

/** What the images decide. */
const OF_IMAGES = new Set(['HOST', 'PORT', 'INTERNAL_PORT', 'LOG_FORMAT']);

/** Programs of services that `npm run republish` starts beside their `republish`. */
const computedCommands = (): string[] =>
  [...textOf('tools', 'republish', 'run.mjs').matchAll(/ run\(\w+, '([\w-]+)'/g)].map(([, command = '']) => command);

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

  test.each(['postgres', 'kafka'])('waits while %s recovers from a crash', (name) => {
    const [, minutes = 0] = /^(\d+)m$/.exec(services[name]?.healthcheck?.start_period ?? '') ?? [];
    expect(Number(minutes)).toBeGreaterThanOrEqual(10);
  });

  it('has the command of PostgreSQL that the page about recovery extends to archive the WAL', () => {
    const [, example = ''] = /```yaml\n([^`]*)```/.exec(textOf('docs/recovery.md')) ?? [];
    const { services: extended } = parse(example) as ComposeFile;
    const [here = [], there = []] = [services['postgres']?.command, extended['postgres']?.command];
    expect(here.length).toBeGreaterThan(0);
    expect(there.slice(0, here.length)).toEqual(here);
    expect(there.slice(here.length)).toContain('archive_mode=on');
  });

  it('runs nothing that the image of the jobs does not have', () => {
    const dockerfile = textOf('infra', 'docker', 'Dockerfile');
    const [, programs = ''] = /AS migrate-tree\nRUN (?:.*\\\n)?([^&]*)/.exec(dockerfile) ?? [];
    const jobs = Object.values(services).filter(({ image }) => image === 'cds/migrate');
    const run = jobs.map(({ entrypoint, command }) => (entrypoint ?? command)?.[1] ?? '');
    const tools = ['dlq', 'relay', 'audit', 'republish', 'rebuild'].map((tool) => `tools/${tool}/run.mjs`);
    expect(run).toEqual(expect.arrayContaining(tools));
    expect(run.filter((program) => !programs.split(/\s+/).includes(program))).toEqual([]);
    const built = [...dockerfile.matchAll(/(tools\/\w+)\/tsconfig\.build\.json/g)].map(
      ([, tool]) => `${tool ?? ''}/run.mjs`,
    );
    const compiled = run.filter((program) => existsSync(join(ROOT, dirname(program), 'tsconfig.build.json')));
    expect(compiled.filter((program) => program.startsWith('tools/') && !built.includes(program))).toEqual([]);
  });

  it('has the programs of services that `republish` and `rebuild` start by a name that they compute', () => {
    const dockerfile = textOf('infra', 'docker', 'Dockerfile');
    const commands = ['republish', 'rebuild', ...computedCommands()];
    expect(new Set(commands).size).toBeGreaterThan(2);
    expect(commands.filter((command) => !dockerfile.includes(` apps/*/dist/${command}.js `))).toEqual([]);
  });

  it('gives `republish` the brokers, the security of Kafka and the origin that services have', () => {
    const of = (service: string) => services[service]?.environment ?? {};
    const shared = Object.entries(of('catch')).filter(([name]) => name.startsWith('KAFKA_') || name === 'PUBLIC_URL');
    const passed = shared.filter(([name]) => name !== 'KAFKA_LOST_OFFSETS');
    expect(passed.length).toBeGreaterThan(5);
    expect(of('republish')).toMatchObject(Object.fromEntries(passed));
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

describe('infra/docker/compose.secrets.yml', () => {
  interface Overlay {
    readonly services: Readonly<Record<string, ComposeService & { readonly secrets?: readonly string[] }>>;
    readonly secrets: object;
  }
  const reset = { tag: '!reset', resolve: () => null };
  const text = textOf('infra', 'docker', 'compose.secrets.yml');
  const overlay = parse(text, { merge: true, customTags: [reset] }) as Overlay;
  const names = Object.keys(services).filter((name) => !['postgres', 'kafka'].includes(name));

  /** What a service or a job is given in docker-compose.yml although it is secret. */
  const SECRET = /^(DATABASE_URL|\w+_DATABASE_PASSWORD|KAFKA_SASL_PASSWORD|KAFKA_TLS_KEY|IDENTITY_SECRETS|\w+_KEYS)$/;

  test.each(names)('has a file for each secret of %s', (name) => {
    const secret = Object.keys(services[name]?.environment ?? {}).filter((setting) => SECRET.test(setting));
    const { environment = {}, secrets = [] } = overlay.services[name] ?? {};
    expect(secret.length).toBeGreaterThan(0);
    expect(secret.filter((setting) => !(`${setting}_FILE` in environment))).toEqual([]);
    const mounted = Object.values(environment).flatMap((value) =>
      [...value.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, file = '']) => file),
    );
    expect([...secrets].sort()).toEqual([...mounted].sort());
    expect(mounted.filter((file) => !(file in overlay.secrets))).toEqual([]);
  });
});
