/** Headers that speak of one connection and are never passed on (RFC 9110, section 7.6.1). */
export const HOP_BY_HOP: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const NONE: ReadonlySet<string> = new Set();
const COMMON = new Set(['keep-alive', 'close']);

/** The further headers that a `Connection` header makes hop-by-hop. */
export const namedByConnection = (connection: string | string[] | undefined): ReadonlySet<string> => {
  if (connection === undefined || COMMON.has(connection.toString())) return NONE;
  return new Set(
    connection
      .toString()
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
};
