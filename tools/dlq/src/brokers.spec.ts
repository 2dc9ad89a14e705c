import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrokers } from './brokers.js';

describe('the cluster to work on', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cds-dlq-'));
    writeFileSync(join(folder, 'credentials.json'), JSON.stringify({ kafka_brokers: '127.0.0.1:9092' }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is the one asked for', () => {
    expect(findBrokers('/', 'a:1, b:2', { KAFKA_BROKERS: 'c:3' })).toEqual(['a:1', 'b:2']);
  });

  it('is else that of the environment', () => {
    expect(findBrokers('/', undefined, { KAFKA_BROKERS: 'c:3', CDS_DATA_DIR: folder })).toEqual(['c:3']);
  });

  it('may stand in a file', () => {
    const file = join(folder, 'brokers');
    writeFileSync(file, 'd:4,e:5\n');
    expect(findBrokers('/', undefined, { KAFKA_BROKERS_FILE: file, CDS_DATA_DIR: folder })).toEqual(['d:4', 'e:5']);
  });

  it('is else the local stack’s', () => {
    expect(findBrokers('/', undefined, { CDS_DATA_DIR: folder })).toEqual(['127.0.0.1:9092']);
  });

  it('must be known', () => {
    expect(() => findBrokers(join(folder, 'nowhere'), undefined, {})).toThrow(
      'No Kafka is known: give --brokers, set KAFKA_BROKERS, or start the local stack (npm start).',
    );
  });

  it.each(['kafka', 'kafka:70000', 'a:9092,:9092'])('must have hosts and ports, not %s', (brokers) => {
    expect(() => findBrokers('/', brokers, {})).toThrow('--brokers must be like host:9092,host:9092, and is not.');
  });
});
