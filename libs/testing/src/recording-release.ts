import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** One statement of a release, with parameters that it was sent with. */
export interface ReleasedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What begins and ends a transaction, or is about the session alone. */
const NOT_ABOUT_TABLES = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|LISTEN|UNLISTEN|NOTIFY|VACUUM|EXPLAIN)\b/i;

/**
 * Runs `work`, in which a service does its main reads and writes. When `RECORD_RELEASE` is set, the statements that it
 * sends are written beside the service's schema, where the next release's migrations are tried with them.
 */
export const recordingRelease = async (app: string, work: () => Promise<unknown>): Promise<void> => {
  if (!process.env['RECORD_RELEASE']) return void (await work());
  const statements = new Set<string>();
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    note(statements, args);
    return Reflect.apply(original, this, args) as unknown;
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  writeFileSync(
    join(ROOT, 'apps', app, 'prisma', 'released-statements.json'),
    `[\n${[...statements].join(',\n')}\n]\n`,
  );
};

/** A statement that is sent with the same parameters again is recorded once. */
const note = (statements: Set<string>, [first, second]: readonly unknown[]): void => {
  const config = (typeof first === 'string' ? { text: first } : first) as { text?: string; values?: unknown[] };
  const text = config.text;
  if (text === undefined || NOT_ABOUT_TABLES.test(text)) return;
  const values = config.values ?? (Array.isArray(second) ? second : []);
  const statement: ReleasedStatement = { text, values };
  statements.add(JSON.stringify(statement, plain));
};

/** A parameter as JSON has it: bytes as PostgreSQL writes them, whose `toJSON` has run before. */
const plain = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (isBuffer(value)) return `\\x${Buffer.from(value.data).toString('hex')}`;
  return value;
};

const isBuffer = (value: unknown): value is { type: 'Buffer'; data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;
