import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TOPICS } from '../topics.js';
import { PUBLISHED_EVENTS, type PublishedEventType } from './index.js';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const readJson = (path: string): unknown => JSON.parse(readFileSync(at(path), 'utf8'));
const types = Object.keys(PUBLISHED_EVENTS) as PublishedEventType[];

describe('every published event version', () => {
  test.each(types)('%s still parses its sample, and drops nothing of it', (type) => {
    const sample = readJson(`../samples/${type}.json`);
    expect(PUBLISHED_EVENTS[type].schema.parse(sample)).toEqual(sample);
  });

  test.each(types)('%s carries its version in its name', (type) => {
    expect(type).toMatch(/^[A-Z][A-Za-z]+V[1-9]\d*$/);
  });

  test.each(types)('%s ignores fields that a later producer may add', (type) => {
    const sample = readJson(`../samples/${type}.json`) as object;
    expect(PUBLISHED_EVENTS[type].schema.safeParse({ ...sample, added_later: 1 }).success).toBe(true);
  });

  test.each(types)('%s refuses an empty object', (type) => {
    expect(PUBLISHED_EVENTS[type].schema.safeParse({}).success).toBe(false);
  });
});

test('a sample is there for each version, and none for others', () => {
  expect(readdirSync(at('../samples')).sort()).toEqual(types.map((type) => `${type}.json`).sort());
});

describe('every topic', () => {
  const { topics } = readJson('../../../../infra/kafka/topics.json') as { topics: { name: string }[] };
  const known = topics.map(({ name }) => name);

  test.each(Object.values(TOPICS))('%s is one of infra/kafka/topics.json', (topic) => {
    expect(known).toContain(topic);
  });
});
