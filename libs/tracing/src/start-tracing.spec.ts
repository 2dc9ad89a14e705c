import { eventually, OtlpReceiver } from '@cds/testing';
import { Registry } from 'prom-client';
import { MAX_QUEUED_SPANS } from './bounded-spans.js';
import { causeOf, forCauses, otherCauses } from './causes.js';
import { endSpan, inSpan, isTracing, runIn, startSpan, traceparentIn } from './spans.js';
import { startTracing, type Tracing } from './start-tracing.js';
import type { TracingSettings } from './tracing-settings.js';

const TRACE = 'a'.repeat(32);
const sentBy = (flags: '00' | '01', trace = TRACE): string => `00-${trace}-${'b'.repeat(16)}-${flags}`;

let collector: OtlpReceiver;
beforeEach(async () => (collector = await OtlpReceiver.start()));
afterEach(() => collector.stop());

let tracing: Tracing | undefined;
afterEach(async () => {
  await tracing?.stop();
  tracing = undefined;
});

const start = async (given: Partial<TracingSettings> = {}, isEdge = false) => {
  const registry = new Registry();
  const failures: (string | null)[] = [];
  tracing = await startTracing({
    settings: {
      endpoint: collector.url,
      headers: {},
      serviceName: undefined,
      resourceAttributes: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
      ...given,
    },
    service: 'catch',
    isEdge,
    registry,
    onExport: (failure) => failures.push(failure),
  });
  const counted = async (): Promise<Record<string, number>> => {
    const metric = await registry.getSingleMetric('cds_trace_spans_total')?.get();
    return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels['outcome'], value]));
  };
  return { failures, counted, registry };
};

describe('without a collector', () => {
  it('makes no spans, and leaves work as it is', async () => {
    const { registry } = await start({ endpoint: undefined });
    expect(isTracing()).toBe(false);
    expect(startSpan('nothing', { kind: 'internal' })).toBeUndefined();
    expect(await inSpan(undefined, () => Promise.resolve('done'))).toBe('done');
    expect(registry.getMetricsAsArray()).toEqual([]);
  });
});

describe('spans', () => {
  it('continue the trace that was sent, contain what runs in them, and name their service', async () => {
    await start({
      headers: { authorization: 'Bearer collector' },
      resourceAttributes: { 'deployment.environment': 't' },
    });
    const outer = startSpan('outer', { kind: 'server', parent: sentBy('01') });
    runIn(outer, () => endSpan(startSpan('inner', { kind: 'client', attributes: { rows: 3 } })));
    endSpan(outer);
    await tracing?.stop();
    const [inner, root] = collector.spans;
    expect(root).toMatchObject({ traceId: TRACE, parentSpanId: 'b'.repeat(16), name: 'outer', service: 'cds-catch' });
    expect(inner).toMatchObject({ traceId: TRACE, parentSpanId: root?.spanId, attributes: { rows: 3 } });
    expect(collector.headers[0]).toMatchObject({ authorization: 'Bearer collector', 'content-encoding': 'gzip' });
    expect(collector.bodies[0]).toContain('deployment.environment');
  });

  it('tell the code of an error, and not its message', async () => {
    await start();
    const refused = Object.assign(new Error('Key (email)=(ann@example.com) already exists'), { code: '23505' });
    const failing = inSpan(startSpan('failing', { kind: 'client', parent: null }), () => Promise.reject(refused));
    await expect(failing).rejects.toBe(refused);
    await tracing?.stop();
    expect(collector.spans).toMatchObject([{ status: { code: 2 }, attributes: { 'error.type': '23505' } }]);
    expect(collector.bodies.join('')).not.toContain('ann@example.com');
  });

  it('of work for several causes are part of the first one’s trace, and linked to the others', async () => {
    await start();
    const requests = ['1', '2', '3'].map((digit) =>
      startSpan('request', { kind: 'server', parent: sentBy('01', digit.repeat(32)) }),
    );
    const causes = requests.map((request) => runIn(request, causeOf));
    const waiting = [undefined, ...causes].map((cause) => ({ cause }));
    forCauses(waiting, () => endSpan(startSpan('together', { kind: 'client', links: otherCauses() })));
    await tracing?.stop();
    expect(collector.spans).toMatchObject([
      { traceId: '1'.repeat(32), name: 'together', linkedTraces: ['2'.repeat(32), '3'.repeat(32)] },
    ]);
  });
});

describe('sampling', () => {
  const flagsOf = (parent: string | null): string | undefined => {
    const span = startSpan('request', { kind: 'server', parent });
    return span && traceparentIn(span).slice(-2);
  };

  it('follows the service that called', async () => {
    await start({ sampler: 'parentbased_traceidratio', ratio: 0 });
    expect([flagsOf(sentBy('01')), flagsOf(sentBy('00')), flagsOf(null)]).toEqual(['01', '00', '00']);
  });

  it('is decided at the edge, whatever a stranger asks for', async () => {
    await start({ sampler: 'parentbased_traceidratio', ratio: 0 }, true);
    expect([flagsOf(sentBy('01')), flagsOf(null)]).toEqual(['00', '00']);
  });

  it('at the edge keeps a trace that the stranger did not record', async () => {
    await start({}, true);
    expect(flagsOf(sentBy('00'))).toBe('01');
  });
});

describe('a collector that is away', () => {
  const end = (spans: number): void => {
    for (let made = 0; made < spans; made += 1) endSpan(startSpan('span', { kind: 'internal', parent: null }));
  };

  it('costs spans, which are counted, and no more memory than those that may wait', async () => {
    collector.status = 400;
    const { counted, failures } = await start();
    end(MAX_QUEUED_SPANS + 5_000);
    expect((await counted())['dropped']).toBeGreaterThanOrEqual(4_000);
    await eventually(async () => expect((await counted())['failed']).toBeGreaterThan(0));
    await eventually(() => expect(failures).toHaveLength(1));
    await tracing?.stop();
    await eventually(async () => {
      const { failed = 0, dropped = 0, exported } = await counted();
      expect([failed + dropped, exported]).toEqual([MAX_QUEUED_SPANS + 5_000, 0]);
    });
    expect(failures).toHaveLength(1);
  });

  it('gets spans again once it is back', async () => {
    collector.status = 400;
    const { counted, failures } = await start();
    end(1);
    await eventually(() => expect(failures).toHaveLength(1));
    collector.status = 200;
    end(1);
    await eventually(async () => expect(await counted()).toEqual({ failed: 1, exported: 1, dropped: 0 }));
    expect(failures).toEqual([expect.any(String), null]);
  });
});
