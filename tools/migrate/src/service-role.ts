import pg from 'pg';
import { connected } from './connected.js';
import { databaseOf, withDatabase } from './database-url.js';
import { keepForMigrator, MIGRATORS } from './kept-for-migrator.js';

export interface ServiceRole {
  readonly name: string;
  readonly password: string;
}

const DUPLICATE_OBJECT = '42710';
const UNIQUE_VIOLATION = '23505';
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Gives what is in a service's database to a role of its own, which may sign in with the password, create what it wants
 * there, and connect to no other database that this function was called for. What a comment keeps for the migrator, the
 * superuser whose credentials `url` has, stays the migrator's; the role has the rights that the comment names. Database
 * and schema are the migrator's as well: who owns these can drop what is in them. Run again it changes nothing but the
 * password.
 */
export const ensureServiceRole = async (url: string, role: ServiceRole): Promise<void> => {
  await connected(withDatabase(url, 'postgres'), async (client) => {
    await ensureRole(client, role);
    const [database, name] = [databaseOf(url), role.name].map((one) => client.escapeIdentifier(one));
    await client.query(`ALTER DATABASE ${database} OWNER TO CURRENT_USER`);
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    await client.query(`GRANT ALL ON DATABASE ${database} TO ${name}`);
  });
  await connected(url, (client) => giveEverything(client, role.name));
};

/** What a role of a service may not do on the server, where it may do nothing but sign in. */
const REFUSED = {
  rolsuper: 'NOSUPERUSER',
  rolcreatedb: 'NOCREATEDB',
  rolcreaterole: 'NOCREATEROLE',
  rolreplication: 'NOREPLICATION',
  rolbypassrls: 'NOBYPASSRLS',
} as const;

type Rights = Readonly<Record<keyof typeof REFUSED, boolean>>;

/**
 * On a managed server nobody is a superuser, and only one may name most attributes, also to take them away: those alone
 * are named that the role has.
 */
const ensureRole = async (client: pg.Client, { name, password }: ServiceRole): Promise<void> => {
  const role = client.escapeIdentifier(name);
  // Looked for first: PostgreSQL would log an error at every start.
  const rights = await rightsOf(client, name);
  if (!rights) await createRole(client, role);
  const refused = Object.entries(REFUSED).flatMap(([right, no]) => (rights?.[right as keyof Rights] ? no : []));
  await client.query(
    `ALTER ROLE ${role} WITH ${['LOGIN', ...refused].join(' ')} PASSWORD ${client.escapeLiteral(password)}`,
  );
  const { rows } = await client.query<Rights>('SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
  // Who made a role may administer it, and give objects to it as its member alone.
  if (!rows[0]?.rolsuper) await client.query(`GRANT ${role} TO CURRENT_USER`);
};

const rightsOf = async (client: pg.Client, name: string): Promise<Rights | undefined> =>
  (await client.query<Rights>(`SELECT ${Object.keys(REFUSED).join(', ')} FROM pg_roles WHERE rolname = $1`, [name]))
    .rows[0];

/** Another process may have made it meanwhile. */
const createRole = async (client: pg.Client, role: string): Promise<void> => {
  try {
    await client.query(`CREATE ROLE ${role}`);
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
  }
};

const isAlreadyThere = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === DUPLICATE_OBJECT || error.code === UNIQUE_VIOLATION);

/**
 * Objects of an earlier release may belong to a superuser. Each changes hands in a statement of its own, so that no
 * lock is held for longer than that takes. What belongs to an extension stays with it.
 */
const giveEverything = async (client: pg.Client, owner: string): Promise<void> => {
  await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query('ALTER SCHEMA public OWNER TO CURRENT_USER');
  await client.query(`GRANT ALL ON SCHEMA public TO ${client.escapeIdentifier(owner)}`);
  const { rows } = await client.query<{ statement: string }>(OTHERS_OBJECTS, [owner]);
  for (const { statement } of rows) await client.query(statement);
  await keepForMigrator(client, owner);
};

// A sequence of a column and the row type of a table change hands with their table.
const OTHERS_OBJECTS = `
WITH mine AS (SELECT oid FROM pg_roles WHERE rolname = $1),
foreign_object AS (
  SELECT c.oid, 'pg_class'::regclass AS class, c.relowner AS owner,
    format('ALTER %s %s OWNER TO %I',
      CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
      c.oid::regclass, $1::text) AS statement
  FROM pg_class AS c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND NOT EXISTS (
    SELECT FROM pg_depend AS d
    WHERE c.relkind = 'S' AND d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i'))
  UNION ALL
  SELECT t.oid, 'pg_type'::regclass, t.typowner, format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, $1::text)
  FROM pg_type AS t
  WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd')
  UNION ALL
  SELECT p.oid, 'pg_proc'::regclass, p.proowner,
    format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, $1::text)
  FROM pg_proc AS p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
)
SELECT statement FROM foreign_object AS object
WHERE object.owner <> (SELECT oid FROM mine)
  AND coalesce(obj_description(object.oid, object.class::regclass::name), '') NOT LIKE '${MIGRATORS}%' AND NOT EXISTS (
  SELECT FROM pg_depend AS d WHERE d.classid = object.class AND d.objid = object.oid AND d.deptype = 'e')
ORDER BY object.oid`;
