/** The same server and credentials, another database. */
export const withDatabase = (url: string, database: string): string => {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(database)}`;
  return other.href;
};

/** The database a URL names. */
export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** Where a URL points, without its password: safe to print. */
export const shownUrl = (url: string): string => {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${pathname}`;
};
