import fc from 'fast-check';
import { SseParser } from './sse-parser.js';

const all = (...pieces: string[]) => {
  const parser = new SseParser('old');
  return pieces.flatMap((piece) => parser.push(piece));
};

describe('a stream of server-sent events', () => {
  it('has messages with the id that was named last', () => {
    expect(all('data: a\n\nid: 1\ndata: b\n\ndata: c\n\n')).toEqual([
      { id: 'old', data: 'a' },
      { id: '1', data: 'b' },
      { id: '1', data: 'c' },
    ]);
  });

  it('joins lines of data, and passes comments, other fields and what has no end over', () => {
    expect(all(': heartbeat\n\nevent: x\ndata:a\ndata:  b\nnonsense\n\ndata: unfinished\n')).toEqual([
      { id: 'old', data: 'a\n b' },
    ]);
  });

  it('takes every kind of line end', () => {
    expect(all('data: a\r\n\r\ndata: b\r\rdata: c\n\n').map(({ data }) => data)).toEqual(['a', 'b', 'c']);
  });

  it('keeps how long to wait before another connection', () => {
    const parser = new SseParser();
    parser.push('retry: 1500\n\nretry: soon\n');
    expect(parser.retryMs).toBe(1_500);
  });

  it('keeps the id of a block without data, once the block is whole', () => {
    const parser = new SseParser('old');
    expect(parser.push('id: 1\n')).toEqual([]);
    expect(parser.lastId).toBe('old');
    expect(parser.push('\n')).toEqual([]);
    expect(parser.lastId).toBe('1');
  });

  it('is the same in whatever pieces it comes', () => {
    const text = ': hi\r\nid: 1\r\ndata: a\r\n\r\ndata: {"x":"y: z"}\ndata\n\nid: 2\rdata: c\r\r';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
        const ends = [...cuts.sort((one, other) => one - other), text.length];
        const pieces = ends.map((end, n) => text.slice(ends[n - 1] ?? 0, end));
        expect(all(...pieces)).toEqual(all(text));
      }),
    );
  });
});
