import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, DriverAdapterError, type SqlQuery } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { connected } from './connected.js';
import { withDatabase } from './database-url.js';

/** PostgreSQL's internal "char", which introspection reads and the adapter does not know; as char[] it gets through. */
const INTERNAL_CHAR = 18;
const CHAR_ARRAY = 1002;

/** Reads "char" columns as char[]. */
const readInternalChar = (queryable: { query: unknown }): void => {
  const query = (queryable.query as (...args: unknown[]) => unknown).bind(queryable);
  queryable.query = async (...args: unknown[]) => {
    const result = (await query(...args)) as { fields?: { dataTypeID: number }[] } | undefined;
    for (const field of result?.fields ?? []) if (field.dataTypeID === INTERNAL_CHAR) field.dataTypeID = CHAR_ARRAY;
    return result;
  };
};

const asAdapterError = (error: pg.DatabaseError): DriverAdapterError =>
  new DriverAdapterError({
    kind: 'postgres',
    code: error.code ?? 'N/A',
    severity: error.severity ?? 'N/A',
    message: error.message,
    detail: error.detail,
    column: error.column,
    hint: error.hint,
  });

/** All statements in one go: PostgreSQL makes them one transaction, so a script that fails has changed nothing. */
const runWhole = async (pool: pg.Pool, script: string): Promise<void> => {
  try {
    await pool.query(script);
  } catch (error) {
    throw error instanceof pg.DatabaseError ? asAdapterError(error) : error;
  }
};

/** Queries outside of a transaction go through the pool, those within through one of its clients. */
const poolOf = (url: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url, application_name: 'cds-migrate' });
  // A connection that breaks while idle is replaced by the pool.
  pool.on('error', () => undefined);
  pool.on('connect', readInternalChar);
  readInternalChar(pool);
  return pool;
};

type Connection = Awaited<ReturnType<PrismaPg['connect']>>;

const nameCharArraysCharacters = (connection: Connection): Connection => {
  const queryRaw = connection.queryRaw.bind(connection);
  connection.queryRaw = async (query: SqlQuery) => {
    const result = await queryRaw(query);
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  return connection;
};

/**
 * Prisma's adapter as the schema engine needs it. The stock one cuts scripts at every semicolon, replays migrations on
 * the real database when it was given a connection string, drops its shadow database while still connected to it, and
 * cannot read "char" columns.
 */
export class MigrationAdapter extends PrismaPg {
  private readonly url: string;
  private readonly pool: pg.Pool;

  constructor(url: string) {
    const pool = poolOf(url);
    super(pool);
    this.url = url;
    this.pool = pool;
  }

  /** Frees what the engine leaves open: connections would keep the process alive for seconds. */
  async end(): Promise<void> {
    if (!this.pool.ended) await this.pool.end();
  }

  override async connect(): Promise<Connection> {
    const connection = nameCharArraysCharacters(await super.connect());
    connection.executeScript = (script) => runWhole(this.pool, script);
    return connection;
  }

  override async connectToShadowDb(): Promise<Connection> {
    const name = `cds_shadow_${randomUUID().replaceAll('-', '')}`;
    const onServer = (sql: string) => connected(withDatabase(this.url, 'postgres'), (client) => client.query(sql));
    await onServer(`CREATE DATABASE ${name} TEMPLATE template0`);
    const adapter = new MigrationAdapter(withDatabase(this.url, name));
    const shadow = await adapter.connect();
    shadow.dispose = async () => {
      await adapter.end();
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    };
    return shadow;
  }
}
