import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type DocumentedSetting, documentedSettings } from './documented-settings.js';
import { ROOT, SERVICES, textOf } from './repository.js';

interface Settings {
  readonly propertyNames: { readonly enum: readonly string[] };
}

interface Chart {
  readonly properties: {
    readonly services: {
      readonly properties: Readonly<Record<string, { readonly properties: { settings: Settings; secrets: Settings } }>>;
    };
  };
}

interface ChartService {
  readonly secrets: object;
  readonly resources: { readonly limits: { readonly cpu: number; readonly memory: string } };
}

interface Values {
  readonly secrets: object;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly services: Readonly<Record<string, ChartService>>;
}

interface Compose {
  readonly services: Readonly<Record<string, { mem_limit: string; cpus: number; command?: readonly string[] }>>;
}

const chartText = (...path: string[]): string => textOf('infra', 'helm', 'catch-data-service', ...path);

const schema = JSON.parse(chartText('values.schema.json')) as Chart;
const values = parse(chartText('values.yaml'), { merge: true }) as Values;
const compose = parse(textOf('docker-compose.yml'), { merge: true }) as Compose;
// The validator that libs/asyncapi depends on.
const { Ajv } = createRequire(join(ROOT, 'libs/asyncapi/package.json'))('ajv') as {
  Ajv: new (options: object) => { compile(of: object): ((data: unknown) => boolean) & { errors?: unknown } };
};
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema);
const deployments = chartText('templates', 'deployments.yaml');
const jobs = chartText('templates', 'jobs.yaml');

/** What the image or the chart itself decides. */
const DECIDED = /^(HOST|PORT|INTERNAL_HOST|INTERNAL_PORT|LOG_FORMAT|STORAGE_URL|[A-Z]+_URLS)$/;

const settingsOf = (service: string): DocumentedSetting[] =>
  documentedSettings(service).filter(({ name }) => !DECIDED.test(name));

const namesIn = (service: string, kind: 'settings' | 'secrets'): readonly string[] =>
  schema.properties.services.properties[service]?.properties[kind].propertyNames.enum.filter(
    (name) => !name.startsWith('AWS_'),
  ) ?? [];

describe.each(SERVICES)('the chart, for the service %s,', (service) => {
  it('takes every setting that is no secret as a value', () => {
    const open = settingsOf(service).filter(({ note }) => !note.endsWith('secret)'));
    expect([...namesIn(service, 'settings')].sort()).toEqual(open.map(({ name }) => name).sort());
  });

  it('takes every secret from a Secret, and nothing that the service does not have', () => {
    const all = settingsOf(service).map(({ name }) => name);
    const secret = settingsOf(service).filter(({ note }) => note.endsWith('secret)'));
    const taken = namesIn(service, 'secrets');
    expect(secret.map(({ name }) => name).filter((name) => !taken.includes(name))).toEqual([]);
    expect(taken.filter((name) => !all.includes(name))).toEqual([]);
  });

  it('has a place for every setting that is required', () => {
    const required = settingsOf(service).filter(({ note }) => /\(required/.test(note));
    const places = { ...values.settings, ...values.secrets, ...values.services[service]?.secrets };
    expect(required.map(({ name }) => name).filter((name) => !(name in places))).toEqual([]);
  });

  it('sets the limits of docker-compose.yml', () => {
    const limits = values.services[service]?.resources.limits;
    const { mem_limit: memory = '', cpus } = compose.services[service] ?? {};
    expect(limits).toEqual({ cpu: cpus, memory: memory.replace('m', 'Mi') });
  });
});

describe('values.schema.json', () => {
  it('accepts values.yaml', () => {
    expect(isValid(values) || isValid.errors).toBe(true);
  });

  it.each([
    ['an unknown value', { replica: 2 }],
    ['a setting that nobody has', { settings: { ...values.settings, NO_SUCH: 'x' } }],
    ['a secret among the settings', { settings: { ...values.settings, IDENTITY_SECRETS: 'x' } }],
    ['a drain that services refuse', { settings: { ...values.settings, DRAIN_MS: 60_001 } }],
    ['a drain that is no number', { settings: { ...values.settings, DRAIN_MS: '5s' } }],
    ['a service that does not exist', { services: { ...values.services, portal: values.services['gateway'] } }],
  ])('refuses %s', (_what, wrong) => {
    expect(isValid({ ...values, ...wrong })).toBe(false);
  });
});

describe('a setting that is empty', () => {
  it.each(['', null])('is accepted (%j), DRAIN_MS as well', (empty) => {
    const settings = { ...values.settings, DRAIN_MS: empty, LOG_LEVEL: empty };
    expect(isValid({ ...values, settings }) || isValid.errors).toBe(true);
  });

  it('is no variable, so that the image decides how long a pod drains', () => {
    expect(chartText('templates', '_helpers.tpl')).toContain('(ne (toString $value) "")');
    const [, drainMs] = / DRAIN_MS=(\d+)/.exec(textOf('infra/docker/Dockerfile')) ?? [];
    expect(deployments).toContain(`ternary ${drainMs} $settings.DRAIN_MS (has (toString $settings.DRAIN_MS) (list "" `);
  });
});

describe('the templates', () => {
  it('merge no settings with `merge`, for which 0 and false of a service are nothing', () => {
    expect(chartText('templates', '_helpers.tpl')).not.toMatch(/[{(] ?-? ?merge /);
  });

  it('use the ports of the images', () => {
    const [, port, internal] = / PORT=(\d+) INTERNAL_PORT=(\d+)/.exec(textOf('infra/docker/Dockerfile')) ?? [];
    expect(deployments).toContain(`{ name: http, containerPort: ${port} }`);
    expect(deployments).toContain(`{ name: internal, containerPort: ${internal} }`);
  });

  it('probe routes that services have', () => {
    const routes = textOf('libs/health/src/health-routes.ts');
    const probed = [...deployments.matchAll(/path: (\/health\/\w+)/g)].map(([, path = '']) => path);
    expect(probed).toHaveLength(3);
    expect(probed.filter((path) => !routes.includes(`'${path}'`))).toEqual([]);
  });

  it('wait for a pod longer than it may take to stop', () => {
    const [, limit = ''] = /STOP_LIMIT_MS = ([\d_]+)/.exec(textOf('libs/service-kit/src/run-service.ts')) ?? [];
    const [, seconds = ''] = /1000\) (\d+) \}\}/.exec(deployments) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(Number(limit.replaceAll('_', '')));
  });

  it('run the jobs of docker-compose.yml', () => {
    for (const name of ['migrate', 'topics', 'species-seed'])
      expect(jobs).toContain(`"${compose.services[name]?.command?.[1]}"`);
  });
});
