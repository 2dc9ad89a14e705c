import { type LookupAddress, type LookupAllOptions, promises } from 'node:dns';
import { LRUCache } from 'lru-cache';
import type { Resolve } from './guarded-lookup.js';

/** One question and no repetition: an attempt that fails for a slow name server is tried again later as a whole. */
const QUESTION = { timeout: 2_000, tries: 1 };
const FOUND_MS = 30_000;
const NOT_FOUND_MS = 10_000;
const MAX_NAMES = 10_000;

export interface NameLookupOptions {
  readonly resolver?: Pick<promises.Resolver, 'resolve4' | 'resolve6'>;
  /** Answers for names without a dot, which the operating system knows and no domain's owner can slow down. */
  readonly local?: (host: string, options: LookupAllOptions) => Promise<LookupAddress[]>;
  /** Milliseconds of a monotonic clock; for tests. */
  readonly now?: () => number;
}

type Found = { readonly addresses: LookupAddress[] } | { readonly error: NodeJS.ErrnoException };

/**
 * Finds the addresses of names by c-ares. Unlike `dns.lookup` it takes no thread of libuv's small pool, so that name
 * servers that never answer delay nobody but who asks for their names. Answers are kept for `FOUND_MS`, failures for
 * `NOT_FOUND_MS`, each for as many as `MAX_NAMES` names. Fails with `ENOTFOUND` for a name without an address, else
 * with `EAI_AGAIN`.
 */
export const nameLookup = ({
  resolver = new promises.Resolver(QUESTION),
  local = promises.lookup,
  now = () => performance.now(),
}: NameLookupOptions = {}): Resolve => {
  const known = new LRUCache<string, Found>({ max: MAX_NAMES, ttl: FOUND_MS, perf: { now }, ttlResolution: 0 });
  const find = async (host: string, options: LookupAllOptions): Promise<Found> => {
    const kept = known.get(host);
    if (kept) return kept;
    const found = host.includes('.') ? await ask(resolver, host) : await askLocally(local, host, options);
    known.set(host, found, { ttl: 'error' in found ? NOT_FOUND_MS : FOUND_MS });
    return found;
  };
  const resolve: Resolve = (host, options, callback) => {
    void find(host, options).then((found) =>
      'error' in found ? callback(found.error, []) : callback(null, found.addresses),
    );
  };
  return Object.assign(resolve, { knows: (host: string) => known.has(host) });
};

const ask = async (resolver: NonNullable<NameLookupOptions['resolver']>, host: string): Promise<Found> => {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [...addressesOf(four, 4), ...addressesOf(six, 6)];
  if (addresses.length > 0) return { addresses };
  const failures = [four, six].map((one) => (one.status === 'rejected' ? (one.reason as NodeJS.ErrnoException) : null));
  const isMissing = failures.every((failure) => failure === null || MISSING.has(failure.code ?? ''));
  return { error: failureOf(host, isMissing ? 'ENOTFOUND' : 'EAI_AGAIN', failures) };
};

const MISSING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

const addressesOf = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];

const askLocally = async (
  local: NonNullable<NameLookupOptions['local']>,
  host: string,
  options: LookupAllOptions,
): Promise<Found> => {
  try {
    return { addresses: await local(host, { ...options, all: true }) };
  } catch (error) {
    return { error: error as NodeJS.ErrnoException };
  }
};

const failureOf = (host: string, code: string, cause: unknown): NodeJS.ErrnoException =>
  Object.assign(new Error(`${host} cannot be resolved`, { cause }), { code });
