import autocannon from 'autocannon';

export interface Target {
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Throughput {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const CONNECTIONS = 20;

/** Requests per second that a target answers, kept busy by 20 connections. Fails when an answer is not a 2xx. */
export const throughputOf = async ({ url, headers, body }: Target, seconds: number): Promise<Throughput> => {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body }),
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} requests failed`);
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
};

/**
 * Ours and the peer's in turn, so that a noisy machine is noisy for both; the median round by ratio. Both are asked
 * `seconds` long before: Node compiles in the first seconds what is asked of a process often.
 */
export const compare = async (ours: Target, peer: Target, { rounds, seconds }: { rounds: number; seconds: number }) => {
  for (const target of [ours, peer]) await throughputOf(target, seconds);
  const results: { ours: Throughput; peer: Throughput; ratio: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [a, b] = [await throughputOf(ours, seconds), await throughputOf(peer, seconds)];
    results.push({ ours: a, peer: b, ratio: a.perSecond / b.perSecond });
  }
  const median = results.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds / 2)];
  if (!median) throw new Error('there was no round');
  return { ...median, ratios: results.map(({ ratio }) => ratio) };
};
