import { AppError } from '@cds/errors';
import type { BatchContext } from '../src/index.js';
import type { ReceivedEvent } from '@cds/kafka';
import { correlation } from '../src/policies/correlation.policy.js';
import { deadLetter } from '../src/policies/dead-letter.policy.js';
import { metrics } from '../src/policies/metrics.policy.js';
import { retry } from '../src/policies/retry.policy.js';
import { type SliceHandler, type SlicePolicy, withPolicies } from '../src/policies/slice-policy.js';
import { policyTools, slice } from './policy.harness.js';

const rejected = () => new AppError({ code: 'request.rejected', kind: 'rejected', message: 'refused' });
const unavailable = () => new AppError({ code: 'service.unavailable', kind: 'unavailable', message: 'away' });
const bug = () => new TypeError('undefined is not a function');
const failing =
  (error: () => Error): SliceHandler =>
  () =>
    Promise.reject(error());

describe('policies', () => {
  it('run from the first to the last, and back', async () => {
    const order: string[] = [];
    const named =
      (name: string): SlicePolicy =>
      (next) =>
      async (slices) => {
        order.push(`${name} in`);
        const outcome = await next(slices);
        order.push(`${name} out`);
        return outcome;
      };
    const handle = withPolicies(() => Promise.resolve('applied'), [named('a'), named('b')], policyTools().tools);
    expect(await handle([slice(1)])).toBe('applied');
    expect(order).toEqual(['a in', 'b in', 'b out', 'a out']);
  });
});

describe('retry', () => {
  const attempts = async (error: () => Error, slices = slice(1)): Promise<number> => {
    let count = 0;
    const handle = retry({ attempts: 3, pauseMs: 1 })(() => {
      count += 1;
      return Promise.reject(error());
    }, policyTools().tools);
    await expect(handle([slices])).rejects.toThrow();
    return count;
  };

  it('tries one message again that meets a bug', async () => {
    expect(await attempts(bug)).toBe(3);
  });

  it.each([
    ['several messages', bug, slice(2)],
    ['what may heal', unavailable, slice(1)],
    ['what its handler rejects', rejected, slice(1)],
    ['a consumer that stops', bug, slice(1, { goesOn: false })],
  ])('does not try %s again', async (_, error, slices) => {
    expect(await attempts(error, slices)).toBe(1);
  });
});

describe('dead letter', () => {
  it('puts one message aside that fails for good, then moves on past it', async () => {
    const { tools, letters, skipped, logger } = policyTools();
    const slices = [slice(1)] as const;
    expect(await deadLetter()(failing(rejected), tools)(slices)).toBe('dead_lettered');
    expect(letters).toEqual(['0']);
    expect(skipped).toEqual([slices]);
    expect(logger.lines).toContainEqual(expect.objectContaining({ message: 'message.dead_lettered' }));
  });

  it('asks for smaller slices when several messages fail', async () => {
    const { tools, letters } = policyTools();
    expect(await deadLetter()(failing(rejected), tools)([slice(2)])).toBe('split');
    expect(await deadLetter()(failing(rejected), tools)([slice(1), slice(1, { partition: 1 })])).toBe('split');
    expect(letters).toEqual([]);
  });

  it.each([
    ['what may heal', unavailable, slice(1)],
    ['anything while the consumer stops', rejected, slice(1, { goesOn: false })],
  ])('throws %s on', async (_, error, slices) => {
    const { tools, letters } = policyTools();
    await expect(deadLetter()(failing(error), tools)([slices])).rejects.toThrow();
    expect(letters).toEqual([]);
  });
});

describe('metrics', () => {
  it.each<[string, SliceHandler, string]>([
    ['what was handled', () => Promise.resolve('applied'), 'handled'],
    ['what was put aside', () => Promise.resolve('dead_lettered'), 'dead_lettered'],
  ])('log %s', async (_, handler, outcome) => {
    const { tools, logger } = policyTools();
    await metrics()(handler, tools)([slice(3)]);
    expect(logger.lines).toEqual([
      expect.objectContaining({ message: 'message.handled', topic: 'facts', count: 3, last_offset: '2', outcome }),
    ]);
  });

  it('log a failure, and throw it on', async () => {
    const { tools, logger } = policyTools();
    await expect(metrics()(failing(bug), tools)([slice(1)])).rejects.toThrow('undefined is not a function');
    expect(logger.lines).toEqual([expect.objectContaining({ outcome: 'failed' })]);
  });
});

describe('correlation', () => {
  const traceOf = async (...traces: (string | null)[]): Promise<string | null | undefined> => {
    let seen: string | null | undefined;
    const events = traces.map((traceparent) => ({ traceparent }) as ReceivedEvent);
    await correlation()((_, __, { traceparent }) => Promise.resolve(void (seen = traceparent)))(
      'facts',
      events,
      {} as BatchContext,
    );
    return seen;
  };

  it('gives handlers the trace of the last event that has one', async () => {
    expect(await traceOf('a', 'b', null)).toBe('b');
  });

  it('gives none where no event has one', async () => {
    expect(await traceOf(null)).toBeNull();
  });
});
