import { StatementSummaries, statementSummary } from './statement-summary.js';

describe('the summary of a statement', () => {
  it.each([
    ['SELECT id FROM catches WHERE id = $1', 'SELECT catches'],
    ['select c.id from catches c join anglers a on a.id = c.angler_id', 'SELECT catches anglers'],
    ['INSERT INTO events (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET id = $1', 'INSERT INTO events'],
    [
      'UPDATE "public.jobs" SET done = true WHERE id IN (SELECT id FROM jobs FOR UPDATE SKIP LOCKED)',
      'UPDATE public.jobs',
    ],
    [
      'WITH a AS (INSERT INTO events (id) SELECT $1), b AS (DELETE FROM waiting) SELECT 1',
      'INSERT INTO events, DELETE FROM waiting',
    ],
    ['WITH due AS MATERIALIZED (SELECT id FROM messages) SELECT id FROM due', 'SELECT messages'],
    ['SELECT value FROM jsonb_to_recordset($1) AS given (value text)', 'SELECT'],
    ['BEGIN; SET LOCAL lock_timeout = 10000', 'BEGIN'],
    ['COMMIT', 'COMMIT'],
    ['', 'SQL'],
  ])('%s', (text, summary) => expect(statementSummary(text)).toBe(summary));

  it('has no text in quotes, which may be somebody’s', () => {
    expect(statementSummary(`SELECT id FROM people WHERE email = 'ann@example.com'`)).toBe('SELECT people');
  });

  it('is the same for a text that is not kept any more', () => {
    const summaries = new StatementSummaries();
    for (let number = 0; number < 2_000; number += 1) summaries.of(`SELECT ${number} FROM numbers`);
    expect([summaries.of('SELECT 1999 FROM numbers'), summaries.size]).toEqual(['SELECT numbers', 1_000]);
  });
});
