import { createPool } from '@cds/postgres';

/**
 * The URL of the same database, with which connections act as the role that owns the catches. An operator may connect
 * as superuser: the tables that a rebuild creates would belong to that one, and the service could not read them.
 */
export const urlOfOwner = async (databaseUrl: string): Promise<string> => {
  const pool = createPool(databaseUrl, { applicationName: 'catch-rebuild', max: 1 });
  try {
    const { rows } = await pool.query<{ owner: string }>(OTHER_OWNER);
    return rows[0] ? withRole(databaseUrl, rows[0].owner) : databaseUrl;
  } finally {
    await pool.end();
  }
};

/** In `options`, which every session begins with, a blank within a name is escaped. */
const withRole = (databaseUrl: string, role: string): string => {
  const url = new URL(databaseUrl);
  const options = url.searchParams.get('options') ?? '-c jit=off';
  url.searchParams.set('options', `${options} -c role=${role.replaceAll(/[\\\s]/g, String.raw`\$&`)}`);
  return url.href;
};

const OTHER_OWNER = `
SELECT tableowner AS owner FROM pg_tables
WHERE schemaname = 'public' AND tablename = 'catches' AND tableowner <> current_user`;
