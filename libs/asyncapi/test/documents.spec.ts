import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { TOPICS } from '@cds/contracts';
import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook } from 'standardwebhooks';
import { messageChecker } from '../src/message-check.js';
import { brokenRefs, type Document, violationsOf } from './checks.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'));
const events = Object.entries(PUBLISHED_EVENTS);
const types = Object.keys(PUBLISHED_EVENTS);
const catalogue = readJson('apps', 'webhook', 'data', 'event-types.json') as {
  name: string;
  schema: object;
  example: object;
}[];

/** On compacted topics. */
const COMPACTED = ['AnglerAddedV1', 'LeaderboardChangedV1', 'SpeciesChangedV1'];

const hasGaps = ([, { schema }]: (typeof events)[number]): boolean =>
  /left out|Other changes|^$/.test(('version' in schema.shape ? schema.shape.version.description : undefined) ?? '');

const NAMED = /In ((?:`[a-z.-]+`(?:, | and )?)+) (?:it|versions) count/;

describe('the committed document', () => {
  const document = readJson('apps', 'gateway', 'data', 'asyncapi.json') as Document;
  const check = messageChecker(document);
  const examples = Object.entries(document.components.messages).flatMap(([name, message]) =>
    message.examples.map((example) => ({ name, example })),
  );

  it('is as the AsyncAPI specification says, and every reference in it leads somewhere', () => {
    expect(violationsOf(document)).toEqual([]);
    expect(brokenRefs(document)).toEqual([]);
    expect(violationsOf({ ...document, operations: { publish: { action: 'publish' } } })).not.toEqual([]);
  });

  it('has every topic and every published event', () => {
    const topics = (readJson('infra', 'kafka', 'topics.json') as { topics: { name: string }[] }).topics.map(
      ({ name }) => name,
    );
    expect(Object.keys(document.channels)).toEqual([...topics, 'webhooks']);
    const carried = (topic: string) => Object.keys(document.channels[topic]?.messages ?? {});
    expect([...new Set(Object.values(TOPICS).flatMap(carried))].sort()).toEqual(
      [...types, ...COMPACTED.map((type) => `${type}Tombstone`)].sort(),
    );
    expect(carried(TOPICS.catchOwnerEvents)).toEqual(carried(TOPICS.catchEvents));
  });

  it.each([
    ['at its beginning', () => document.info.description],
    ['in docs/kafka.md', () => readFileSync(join(ROOT, 'docs', 'kafka.md'), 'utf8')],
  ])('names the topics on which no version is left out, %s', (_where, text) => {
    const counted = Object.values(TOPICS).filter((topic) => {
      const own = events.filter(([, event]) => event.topic === topic);
      return own.length > 0 && !own.some((event) => COMPACTED.includes(event[0]) || hasGaps(event));
    });
    const [, named = ''] = NAMED.exec(text().replace(/\s+/g, ' ')) ?? [];
    expect([...named.matchAll(/`([^`]+)`/g)].map(([, topic]) => topic)).toEqual(counted);
  });

  it.each(Object.values(TOPICS))('says of every version in %s, or of none, that some are left out', (topic) => {
    const kept = events.filter(([type, event]) => event.topic === topic && !COMPACTED.includes(type));
    expect(new Set(kept.map(hasGaps)).size).toBeLessThanOrEqual(1);
  });

  it('has the webhooks of the committed catalogue', () => {
    expect(catalogue.map(({ name }) => name)).toEqual(Object.keys(document.channels['webhooks']?.messages ?? {}));
  });

  it.each(examples)('has an example of $name that fits its schemas', ({ name, example }) => {
    expect(check(name, example)).toBeNull();
  });

  it('has signatures of webhooks that verify', () => {
    const { description = '', messages = {} } = document.channels['webhooks'] ?? {};
    const [secret = ''] = /whsec_[\w+/=]{20,}/.exec(description) ?? [];
    for (const { example } of examples.filter(({ name }) => name in messages)) {
      const sent = example.headers as Record<string, string>;
      const signature = new Webhook(secret).sign(
        String(sent['webhook-id']),
        new Date(Number(sent['webhook-timestamp']) * 1_000),
        JSON.stringify(example.payload),
      );
      expect(sent['webhook-signature']?.split(' ')).toContain(signature);
    }
  });
});

describe('the committed catalogue of webhooks', () => {
  it.each(catalogue)('has a schema of $name that accepts its example, with more fields too', ({ schema, example }) => {
    const fits = new Ajv2020({ validateFormats: false }).compile(schema);
    expect([
      fits(example),
      fits({ ...example, added_later: 1 }),
      fits({ ...example, type: 'other' }),
      fits({ ...example, data: undefined }),
    ]).toEqual([true, true, false, false]);
  });
});

describe('the example of an edit', () => {
  it('has the previous values of what changed, but for what every version changes', () => {
    const { previous, ...now } = readJson('libs', 'contracts', 'src', 'samples', 'CatchEditedV1.json') as {
      previous: Record<string, unknown>;
    };
    const before = readJson('libs', 'contracts', 'src', 'samples', 'CatchLoggedV1.json') as Record<string, unknown>;
    const changed = Object.entries(now).filter(([field, value]) => !isDeepStrictEqual(before[field], value));
    const names = changed.map(([field]) => field).filter((field) => !['version', 'updated_at'].includes(field));
    expect(previous).toEqual(Object.fromEntries(names.map((field) => [field, before[field]])));
  });
});

describe('the committed JSON Schemas', () => {
  it('are there for each event version, and for no other', () => {
    expect(readdirSync(join(ROOT, 'libs', 'contracts', 'schemas')).sort()).toEqual(
      types.map((type) => `${type}.json`).sort(),
    );
  });

  it.each(types)('%s accepts its sample, with more fields too, and refuses another', (type) => {
    const fits = new Ajv2020({ validateFormats: false }).compile(
      readJson('libs', 'contracts', 'schemas', `${type}.json`) as object,
    );
    const sample = readJson('libs', 'contracts', 'src', 'samples', `${type}.json`) as object;
    const wrong = 'version' in sample ? { version: 'first' } : { id: 1 };
    expect([fits(sample), fits({ ...sample, added_later: 1 }), fits({ ...sample, ...wrong }), fits({})]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
