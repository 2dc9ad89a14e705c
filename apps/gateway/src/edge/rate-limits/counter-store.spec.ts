import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { CounterStore } from './counter-store.js';

const STATEMENT = { text: 'SELECT 1' };
const ROWS = { rows: [] } as unknown as pg.QueryResult;

const query = jest.fn<(statement: pg.QueryConfig) => Promise<pg.QueryResult>>();
let store: CounterStore;
beforeEach(() => {
  jest.useFakeTimers();
  query.mockReset();
  store = new CounterStore({ query } as unknown as pg.Pool);
});
afterEach(() => void jest.useRealTimers());

const silent = () => query.mockReturnValue(new Promise(() => undefined));

it('waits for a slow statement', async () => {
  query.mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve(ROWS), 3_000)));
  const answer = store.query(STATEMENT);
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await answer).toBe(ROWS);
});

it('does not wait for a database that is silent, and has the connection closed', async () => {
  silent();
  const failed = expect(store.query(STATEMENT)).rejects.toThrow('the database does not answer');
  await jest.advanceTimersByTimeAsync(4_000);
  await failed;
  expect(query.mock.calls).toEqual([[{ ...STATEMENT, query_timeout: 4_000 }]]);
});

it('lets nobody else wait for it, and asks again after a while', async () => {
  silent();
  const failed = expect(store.query(STATEMENT)).rejects.toThrow();
  await jest.advanceTimersByTimeAsync(4_000);
  await failed;
  query.mockResolvedValue(ROWS);
  await expect(store.query(STATEMENT)).rejects.toThrow('the database does not answer');
  expect(query).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(await store.query(STATEMENT)).toBe(ROWS);
});

it('asks again at once after a failure that came fast', async () => {
  query.mockRejectedValueOnce(new Error('connect ECONNREFUSED')).mockResolvedValueOnce(ROWS);
  await expect(store.query(STATEMENT)).rejects.toThrow('ECONNREFUSED');
  expect(await store.query(STATEMENT)).toBe(ROWS);
});
