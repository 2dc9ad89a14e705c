import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Bytes that are sent at once; fewer are the last. */
export const PIECE = 32_768;

/** Sends what COPY `sql` reads. Pieces that are made as they are asked for are sent while the next ones are made. */
export const copyPieces = async (
  tx: pg.ClientBase,
  sql: string,
  pieces: Generator<Buffer, undefined>,
): Promise<void> => {
  const first = pieces.next();
  if (first.done) return;
  const copying = tx.query(copyFrom(sql));
  if (first.value.length < PIECE) {
    copying.end(first.value);
    return finished(copying);
  }
  copying.write(first.value);
  await pipeline(Readable.from(pieces, { objectMode: false }), copying);
};
