import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;

/**
 * The origins that a service's URL stands for: itself when it has an address, else one for each address that its name
 * has now; none when there is no such name. Rejects when the name server is away.
 */
export const resolveOrigins = async (
  url: string,
  lookUp: Lookup = (host) => lookup(host, { all: true }),
): Promise<string[]> => {
  const { protocol, hostname, port } = new URL(url);
  if (isAddress(hostname)) return [`${protocol}//${hostname}${port && `:${port}`}`];
  try {
    const addresses = await lookUp(hostname);
    return addresses
      .map(({ address, family }) => `${protocol}//${family === 6 ? `[${address}]` : address}${port && `:${port}`}`)
      .sort();
  } catch (error) {
    if (isUnknownName(error)) return [];
    throw error;
  }
};

/** Whether a URL's copies may change while the process runs. */
export const hasName = (url: string): boolean => !isAddress(new URL(url).hostname);

const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

const isUnknownName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
