import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, textOf } from './repository.js';

const { topics } = JSON.parse(textOf('infra/kafka/topics.json')) as { topics: { name: string }[] };

/** The services that read a topic, with the first word of its name: each has a backfill topic of its own. */
const readers = topics.flatMap(({ name }) => {
  const [, topic = '', consumer = ''] = /^(\w+)\..*\.(\w+)\.backfill$/.exec(name) ?? [];
  return consumer === '' ? [] : [{ topic, consumer }];
});

/** Services by the first word of their topics. Audit events are in no log. */
const LOGS: Readonly<Record<string, string>> = {
  catch: 'catch',
  species: 'species',
  leaderboard: 'leaderboard',
  identity: 'gateway',
  webhook: 'webhook',
};

const lostKafka = (): string[] =>
  (
    textOf('docs/recovery.md')
      .split(/^## /m)
      .find((text) => text.startsWith('Kafka is lost')) ?? ''
  ).split('\n');

describe('whoever reads a topic', () => {
  it('has gaps that the command shows and acknowledges', () => {
    const help = execFileSync(process.execPath, [join(ROOT, 'tools', 'republish', 'run.mjs'), '--help'], {
      encoding: 'utf8',
    });
    const named = /gaps <([\w|]+)>/.exec(help)?.[1]?.split('|').sort();
    expect(named).toEqual([...new Set(readers.map(({ consumer }) => consumer))].sort());
  });

  it.each(Object.entries(LOGS))('is named by the page about recovery where the topics of %s are lost', (topic, log) => {
    const row = lostKafka().find((line) => line.startsWith(`| \`${log}\` |`)) ?? '';
    const named = [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, consumer]) => consumer);
    const reading = readers
      .filter((reader) => reader.topic === topic && reader.consumer !== log)
      .map(({ consumer }) => consumer);
    expect(named.sort()).toEqual([...new Set(reading)].sort());
  });
});
