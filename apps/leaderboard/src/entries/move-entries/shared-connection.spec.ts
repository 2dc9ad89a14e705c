import type pg from 'pg';
import { shareConnection } from './shared-connection.js';

/** A connection that answers one statement after the other, and knows what was sent and answered. */
class Connection {
  readonly log: string[] = [];
  pipeline = false;
  private answered: Promise<unknown> = Promise.resolve();

  query({ text }: pg.QueryConfig): Promise<string> {
    this.log.push(`${text} sent`);
    const before = this.answered;
    const answer = (async () => {
      await before;
      await new Promise(setImmediate);
      this.log.push(`${text} answered`);
      if (text === 'refused' || text === 'aborted') throw new Error(text);
      return text;
    })();
    this.answered = answer.catch(() => undefined);
    return answer;
  }
}

const share = <T>(connection: Connection, work: Parameters<typeof shareConnection<T>>[1]): Promise<T> =>
  shareConnection(connection as unknown as pg.PoolClient, work);

describe('a connection that tasks share', () => {
  it('has four statements at once, all but the first of which wait there for the answers before', async () => {
    const connection = new Connection();
    const answers = await share(connection, (of) =>
      Promise.allSettled(['refused', 'b', 'c', 'd', 'e'].map((text) => of(0).query(text))),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(connection.log).toEqual([
      'refused sent',
      'b sent',
      'c sent',
      'd sent',
      'refused answered',
      'e sent',
      'b answered',
      'c answered',
      'd answered',
      'e answered',
    ]);
  });

  it('fails with the first error, of which those after it are a consequence', async () => {
    const answers = await share(new Connection(), (of) =>
      Promise.allSettled(['a', 'refused', 'aborted', 'aborted'].map((text) => of(0).query(text))),
    );
    const refused = { status: 'rejected', reason: new Error('refused') };
    expect(answers).toEqual([{ status: 'fulfilled', value: 'a' }, refused, refused, refused]);
  });

  it('has the next statement sent before anybody computes with an answer', async () => {
    const connection = new Connection();
    await share(connection, async (of) => {
      const compute = async (text: string): Promise<void> => {
        await of(0).query(text);
        connection.log.push(`${text} used`);
      };
      await Promise.all(['a', 'b', 'c', 'd', 'e'].map(compute));
    });
    expect(connection.log.indexOf('e sent')).toBeLessThan(connection.log.indexOf('a used'));
  });

  it('sends what the first of its tasks asks for first, however late, and each task’s in its order', async () => {
    const connection = new Connection();
    await share(connection, async (of) => {
      const [first, second, third] = [of(0), of(1), of(2)];
      await Promise.all([
        ...['c 1', 'c 2', 'c 3', 'c 4'].map((text) => third.query(text)),
        second.query('b 1'),
        second.query('b 2'),
        first.query('a 1'),
        first.query('a 2'),
      ]);
    });
    const sent = connection.log.filter((line) => line.endsWith('sent')).map((line) => line.slice(0, 3));
    expect(sent).toEqual(['c 1', 'c 2', 'c 3', 'c 4', 'a 1', 'a 2', 'b 1', 'b 2']);
  });

  it('is given back when all statements have been answered, also where nobody waited for them', async () => {
    const connection = new Connection();
    const failing = share(connection, async (of) => {
      for (const text of ['a', 'b', 'c']) void of(0).query(text);
      expect(connection.pipeline).toBe(true);
      await of(0).query('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(connection.log.filter((line) => line.endsWith('answered'))).toHaveLength(4);
    expect(connection.pipeline).toBe(false);

    const leaving = share(connection, async (of) => {
      void of(0).query('d');
      throw new Error('a task failed');
    });
    await expect(leaving).rejects.toThrow('a task failed');
    expect(connection.log.at(-1)).toBe('d answered');
  });
});
