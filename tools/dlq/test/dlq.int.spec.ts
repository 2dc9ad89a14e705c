import { type EventPublisher, createKafka, withAdmin } from '@cds/kafka';
import { testKafka } from '@cds/testing';
import { dlq, newPublisher, newTopic, SERVICE, SILENT, writeDeadLetters } from './dlq.harness.js';

describe('dlq', () => {
  let publisher: EventPublisher;
  let topic: string;
  beforeAll(() => {
    publisher = newPublisher();
  });
  afterAll(() => publisher.close());
  beforeEach(async () => {
    topic = await newTopic();
    await writeDeadLetters(publisher, topic, [1, 2, 3]);
  });

  const waiting = async (): Promise<string[]> =>
    (await dlq('show', '--topic', topic)).out.match(/(?<=--offset )\S+/g) ?? [];

  it('list tells how many wait where, the oldest and the newest', async () => {
    const { code, out } = await dlq('list', '--topic', topic);
    expect(code).toBe(0);
    const [heading, line] = out.split('\n');
    expect(heading?.split(/ +/)).toEqual(['TOPIC', 'SERVICE', 'WAITING', 'OLDEST', 'NEWEST']);
    expect(line?.split(/ +/)).toEqual([topic, SERVICE, '3', '2026-11-21T09:00:01.000Z', '2026-11-21T09:00:03.000Z']);
  });

  it('list leaves out topics where none waits', async () => {
    const { out } = await dlq('list', '--topic', await newTopic());
    expect(out).toBe('No dead letters.\n');
  });

  it('show tells error, origin, key, headers and value', async () => {
    const { code, out } = await dlq('show', '--topic', topic, '--service', SERVICE, '--offset', '1');
    expect(code).toBe(0);
    expect(out).toBe(`${topic}.ledger.dlq --offset 0/1
  failed   2026-11-21T09:00:02.000Z, ledger
  error    request.rejected: This fact is refused.
  origin   ${topic}/2/102
  key      subject_2
  headers
    ce_id: evt_2
    ce_type: FactRecordedV1
  value
    {
      "number": 2
    }
`);
  });

  it('drop is done with those named', async () => {
    expect(await dlq('drop', '--topic', topic, '--offset', '0', '--offset', '0/2')).toMatchObject({
      code: 0,
      out: `${topic}.ledger.dlq: 2 dropped\n`,
    });
    expect(await waiting()).toEqual(['0/1']);
  });

  it('drop --all is done with all that wait', async () => {
    await dlq('drop', '--topic', topic, '--offset', '1');
    expect((await dlq('drop', '--topic', topic, '--all')).out).toBe(`${topic}.ledger.dlq: 2 dropped\n`);
    expect(await waiting()).toEqual([]);
    expect((await dlq('drop', '--topic', topic, '--all')).out).toBe('No dead letters.\n');
  });

  it('replay is done with those named', async () => {
    expect((await dlq('replay', '--topic', topic, '--offset', '0,2')).out).toBe(`${topic}.ledger.dlq: 2 replayed\n`);
    expect(await waiting()).toEqual(['0/1']);
  });

  it('takes none twice', async () => {
    await dlq('drop', '--topic', topic, '--offset', '1');
    expect(await dlq('replay', '--topic', topic, '--offset', '1')).toMatchObject({
      code: 1,
      err: `No dead letter waits in ${topic}.ledger.dlq at 0/1.\n`,
    });
  });

  it('changes nothing when one of those named does not wait', async () => {
    expect((await dlq('drop', '--topic', topic, '--offset', '0', '--offset', '9')).code).toBe(1);
    expect(await waiting()).toEqual(['0/0', '0/1', '0/2']);
  });

  it('shows a dead letter that is a tombstone, and one that is no JSON', async () => {
    await publisher.send(`${topic}.ledger.dlq`, [
      { key: 'a', value: null, headers: {} },
      { key: 'b', value: 'no {JSON}', headers: {} },
    ]);
    const { out } = await dlq('show', '--topic', topic, '--offset', '3,4');
    expect(out).toContain('(none: a tombstone)');
    expect(out).toContain('    no {JSON}');
  });

  it('leaves no consumer group behind', async () => {
    await dlq('list', '--topic', topic);
    const { groups } = await withAdmin(
      createKafka({ brokers: testKafka().brokers, clientId: 'tests', logger: SILENT }),
      (admin) => admin.listGroups(),
    );
    expect(groups.filter(({ groupId }) => groupId.startsWith('dlq-tool'))).toEqual([]);
  });

  it('tells when there is no such topic', async () => {
    expect(await dlq('list', '--topic', 'nowhere')).toEqual({
      code: 1,
      out: '',
      err: 'There is no such dead-letter topic.\n',
    });
  });

  it('asks for one topic when an offset could be in several', async () => {
    const { code, err } = await dlq('show', '--service', SERVICE, '--offset', '0');
    expect(code).toBe(1);
    expect(err).toContain('--offset needs --topic and --service');
  });
});
