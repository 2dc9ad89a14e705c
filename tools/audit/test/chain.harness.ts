import { createPool } from '@cds/postgres';
import { testDatabase } from '@cds/testing';
import type pg from 'pg';
import { main } from '../src/index.js';

export interface ChainHarness {
  readonly pool: pg.Pool;
  readonly url: string;
  /** Adds so many entries of a minute each from `at` on and returns their ids. */
  add(count: number, at?: string): Promise<string[]>;
  /** Links what waits. */
  chain(most?: number): Promise<number>;
  verify(...argv: string[]): Promise<{ code: number; text: string }>;
  /** The head that a sound chain has, as `--head` takes it. */
  head(): Promise<string>;
  stop(): Promise<void>;
}

let added = 0;

/** The gateway's tables with no entries. */
export const startChain = async (): Promise<ChainHarness> => {
  const database = await testDatabase('gateway');
  const pool = createPool(database.url, { applicationName: 'tests', max: 10 });
  const harness: ChainHarness = {
    pool,
    url: database.url,
    add: async (count, at = '2026-11-20T10:00:00Z') => {
      const ids = Array.from({ length: count }, () => `aud_${String((added += 1)).padStart(6, '0')}`);
      await pool.query(ADD, [ids, at]);
      return ids;
    },
    chain: async (most = 1_000) =>
      (await pool.query<{ chained: number }>('SELECT chained FROM chain_audit_entries($1)', [most])).rows[0]?.chained ??
      0,
    verify: async (...argv) => {
      const lines: string[] = [];
      const say = (text: string) => void lines.push(text);
      const code = await main(['verify', ...argv], { out: say, err: say }, { DATABASE_URL: database.url });
      return { code, text: lines.join('\n') };
    },
    head: async () => /Head: (\S+)/.exec((await harness.verify()).text)?.[1] ?? '',
    stop: async () => {
      await pool.end();
      await database.drop();
    },
  };
  return harness;
};

const ADD = `
INSERT INTO audit_entries (id, at, action, account_id, actor_id, target_id, address, request_id, details)
SELECT noted.id, $2::timestamptz + noted.number * interval '1 minute', 'api_key.created', 'acc_1', NULL, 'key_1',
  '::1', 'r1',
  jsonb_build_object('scopes', jsonb_build_array('catches:read'), 'name', 'Zoë "x"')
FROM unnest($1::text[]) WITH ORDINALITY AS noted (id, number)`;
