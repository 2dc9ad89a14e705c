import { filesUnder, SERVICES, textOf } from './repository.js';

describe.each(SERVICES)('the service %s', (service) => {
  const app = `apps/${service}`;
  const files = filesUnder(app);
  const sources = files.filter((file) => file.startsWith(`${app}/src/`) && file.endsWith('.ts'));

  it.each([
    'jest.config.mjs',
    'package.json',
    'prisma.config.ts',
    'prisma/schema.prisma',
    'src/api-docs.ts',
    'src/app.module.ts',
    'src/config.ts',
    'src/database/database.module.ts',
    'src/database/prisma.service.ts',
    'src/main.ts',
    'src/service.ts',
    'tsconfig.build.json',
    'tsconfig.json',
  ])('has %s', (file) => {
    expect(files).toContain(`${app}/${file}`);
  });

  it('names its configuration Config and reads it by readConfig', () => {
    expect(textOf(`${app}/src/config.ts`)).toMatch(/^export type Config = ConfigOf<typeof settings>;$/m);
    expect(textOf(`${app}/src/config.ts`)).toMatch(/^export const readConfig = \(\): Config =>/m);
  });

  it('reaches its database through PrismaService and DatabaseModule', () => {
    expect(textOf(`${app}/src/database/prisma.service.ts`)).toMatch(
      /^export class PrismaService extends PrismaClient\b/m,
    );
    expect(textOf(`${app}/src/database/database.module.ts`)).toMatch(/^export class DatabaseModule\b/m);
    const clients = sources.filter((file) => /\bextends PrismaClient\b|\bnew PrismaClient\(/.test(textOf(file)));
    expect(clients).toEqual([`${app}/src/database/prisma.service.ts`]);
  });

  /** The classes with a decorator, and their files. */
  const decorated = (decorator: string): { file: string; name: string | undefined }[] => {
    const pattern = new RegExp(String.raw`^@${decorator}\([^\n]*\n(?:@[^\n]*\n)*export class (\w+)`, 'gm');
    return sources.flatMap((file) => [...textOf(file).matchAll(pattern)].map(([, name]) => ({ file, name })));
  };

  it('names its controllers …Http, in files .http.ts', () => {
    const controllers = decorated('(?:Page)?Controller');
    expect(controllers.length).toBeGreaterThan(0);
    expect(controllers.filter(({ file, name }) => !file.endsWith('.http.ts') || !name?.endsWith('Http'))).toEqual([]);
  });

  it('has its event consumers in files .consumer.ts', () => {
    expect(decorated('EventConsumer').filter(({ file }) => !file.endsWith('.consumer.ts'))).toEqual([]);
  });

  it('has its integration tests under test, and its unit tests beside what they test', () => {
    const integration = files.filter((file) => /\.(int|e2e)\.spec\.ts$/.test(file));
    expect(integration.filter((file) => !file.startsWith(`${app}/test/`))).toEqual([]);
    const unit = files.filter((file) => /\.spec\.ts$/.test(file) && !integration.includes(file));
    expect(unit.filter((file) => !file.startsWith(`${app}/src/`))).toEqual([]);
  });

  it('reads the environment in config.ts alone', () => {
    const readers = sources.filter((file) => !file.endsWith('.spec.ts') && /\bprocess\.env\b/.test(textOf(file)));
    expect(readers).toEqual([`${app}/src/config.ts`]);
  });
});

describe('the handlers of the catch service', () => {
  it('are given bodies that .http files parse', () => {
    const handlers = filesUnder('apps/catch/src').filter((file) => file.endsWith('.handler.ts'));
    expect(handlers.length).toBeGreaterThan(0);
    expect(handlers.filter((file) => /\b(?:parseBody|acceptBody)\b/.test(textOf(file)))).toEqual([]);
  });
});
