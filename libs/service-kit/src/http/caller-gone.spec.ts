import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { callerGoneSignal } from './caller-gone.js';

const rawReply = (state: { closed: boolean; writableFinished: boolean }) => Object.assign(new EventEmitter(), state);
const signalOf = (raw: object): AbortSignal => callerGoneSignal({ raw } as FastifyReply);

describe('the signal that the caller has gone', () => {
  it('is given when the connection closes before the whole answer is out', () => {
    const raw = rawReply({ closed: false, writableFinished: false });
    const gone = signalOf(raw);
    expect(gone.aborted).toBe(false);
    raw.emit('close');
    expect(gone).toMatchObject({ aborted: true, reason: { code: 'request.invalid' } });
  });

  it('is given at once when the connection has closed before', () => {
    expect(signalOf(rawReply({ closed: true, writableFinished: false })).aborted).toBe(true);
  });

  it('is not given once the answer is out', () => {
    const raw = rawReply({ closed: false, writableFinished: false });
    const gone = signalOf(raw);
    raw.writableFinished = true;
    raw.emit('close');
    expect([gone.aborted, signalOf(rawReply({ closed: true, writableFinished: true })).aborted]).toEqual([
      false,
      false,
    ]);
  });
});
