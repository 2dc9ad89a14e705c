import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { TestClock } from '@cds/testing';
import { testCaller } from '@cds/testing/identity';
import type { ObjectStorage } from '@cds/storage';
import type { ExportQuery } from '../read-export/export.query.js';
import { DownloadExportQuery } from './download-export.query.js';

const NOW = '2026-11-21T10:00:00.000Z';
const JOB = {
  id: 'exp_1',
  status: 'completed',
  format: 'ndjson',
  partNames: ['a', 'b'],
  partBytes: [4n, 4n],
  completedAt: new Date(NOW),
  expiresAt: null,
};

/** A finished export of two parts, and what of them was opened. */
const download = async (): Promise<{ content: Readable; opened: PassThrough[] }> => {
  const opened: PassThrough[] = [];
  const read = (): Promise<Readable> => {
    const part = new PassThrough();
    opened.push(part);
    return Promise.resolve(part.end('row\n'));
  };
  const exports = { find: () => Promise.resolve(JOB) } as unknown as ExportQuery;
  const query = new DownloadExportQuery(exports, { read } as unknown as ObjectStorage, new TestClock(NOW));
  const content = await (await query.execute(JOB.id, testCaller())).open({ start: 0, end: 7 });
  return { content, opened };
};

describe('a download', () => {
  it('is the parts one after the other', async () => {
    expect(await text((await download()).content)).toBe('row\nrow\n');
  });

  it.each([
    ['before its first piece', (_content: Readable) => Promise.resolve()],
    ['after its first piece', async (content: Readable) => void (await once(content, 'readable'))],
  ])('closes what it has opened when it is aborted %s', async (_when, begin) => {
    const { content, opened } = await download();
    await begin(content);
    content.destroy();
    await once(content, 'close');
    expect(opened.map(({ destroyed }) => destroyed)).not.toContain(false);
    expect(opened).not.toHaveLength(0);
  });
});
