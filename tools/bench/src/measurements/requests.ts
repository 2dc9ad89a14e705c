import type { Bench, Measurement } from '../measurement.js';
import { judged } from '../measurement.js';
import type { Result } from '../report.js';
import { CATCH } from '../api.js';
import { fill } from '../fill.js';
import { startPeer } from '../start-peer.js';
import { compare } from '../throughput.js';

/** One kind of request, as a share of what the peer answers in a second. */
const ratio = async ({ stack, seconds }: Bench, one: { name: string; path: string; body?: string; least: number }) => {
  const { base_url: baseUrl, api_key: key, database_url: databaseUrl } = stack.credentials;
  const peer = await startPeer(databaseUrl);
  const body = one.body === undefined ? {} : { body: one.body };
  const headers = { authorization: `Bearer ${key}` };
  try {
    const ours = { url: `${baseUrl}/v1${one.path}`, headers, ...body };
    const {
      ours: a,
      peer: b,
      ratio: value,
    } = await compare(
      ours,
      { url: `${peer.url}${one.path}`, ...body },
      {
        rounds: 1,
        seconds,
      },
    );
    const perSecond = { measured: `${a.perSecond.toFixed(0)}/s`, peer: `${b.perSecond.toFixed(0)}/s` };
    return judged({ name: one.name, ...perSecond }, value, { least: one.least });
  } finally {
    peer.stop();
  }
};

/** Create, get and list against the peer, on a table of `rows` catches. */
export const requests = (rows: number): Measurement => {
  let id = '';
  return {
    name: 'requests',
    prepare: async ({ stack }) => {
      id = await fill(stack.credentials, rows);
    },
    run: async (bench): Promise<Result[]> => [
      await ratio(bench, { name: 'list of 25', path: '/catches', least: 0.8 }),
      await ratio(bench, { name: 'get by id', path: `/catches/${id}`, least: 0.55 }),
      await ratio(bench, { name: 'create', path: '/catches', body: JSON.stringify(CATCH), least: 0.5 }),
    ],
  };
};
