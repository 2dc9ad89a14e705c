import type { RunningStack } from '@cds/local/running-stack';
import { eventually } from '@cds/testing';

interface Board {
  id: string;
  name: string;
  rule: { metric: string; period: string };
  state: string;
}
interface Entry {
  rank: number;
  angler: { id: string };
  score: number;
  achieved_at: string;
}
interface Ranking {
  board: { id: string };
  rank: number;
  period: string;
}

const PATIENCE = { timeoutMs: 30_000 };
const DAY_MS = 86_400_000;

/** The week of ISO 8601 of a time: that of its Thursday. */
export const weekOf = (time: string): string => {
  const day = Math.floor(Date.parse(time) / DAY_MS);
  const thursday = new Date((day - ((day + 3) % 7) + 3) * DAY_MS);
  const [year, first] = [thursday.getUTCFullYear(), Date.UTC(thursday.getUTCFullYear(), 0, 1)];
  const week = 1 + Math.floor((thursday.getTime() - first) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, '0')}`;
};

/** A board of an account from its making to its end, called through the gateway. Returns what was seen of it. */
export const storyOfOwnBoard = async ({ credentials }: RunningStack) => {
  const { base_url: baseUrl, api_key: key } = credentials;
  const call = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${baseUrl}/v1${path}`, sent);
    const text = await answer.text();
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', body: text ? JSON.parse(text) : null };
  };
  const made = await call('POST', '/leaderboards', { name: 'Club', metric: 'catch_count', period: 'all_time' });
  const { id } = made.body as Board;
  const entriesOf = async (query = ''): Promise<Entry[]> =>
    ((await call('GET', `/leaderboards/${id}/entries?${query}`)).body as { data: Entry[] }).data;
  const [first] = await eventually(async () => {
    const entries = await entriesOf();
    if (entries.length === 0) throw new Error('the board is not filled yet');
    return entries;
  }, PATIENCE);
  if (!first) throw new Error('the board has no entry');
  const rankings = (await call('GET', `/anglers/${first.angler.id}/rankings?per_page=100`)).body as { data: Ranking[] };
  const before = new Date(Date.now() - 365 * DAY_MS).toISOString();
  const seen = {
    made: made.status,
    ranked: rankings.data.filter(({ board }) => board.id === id).map(({ rank, period }) => ({ rank, period })),
    onStandardBoards: rankings.data.some(({ board }) => board.id !== id),
    asOfNow: (await entriesOf(`as_of=${new Date().toISOString()}`))[0]?.angler.id === first.angler.id,
    asOfLongAgo: (await entriesOf(`as_of=${before}`)).length,
  };
  const stale = await call('PATCH', `/leaderboards/${id}`, { period: 'week' }, { 'if-match': '"1-stale"' });
  const { etag } = await call('GET', `/leaderboards/${id}`);
  const edited = await call('PATCH', `/leaderboards/${id}`, { period: 'week' }, { 'if-match': etag });
  const ofWeek = await eventually(async () => {
    const board = (await call('GET', `/leaderboards/${id}`)).body as Board;
    const entries = await entriesOf(`period=${weekOf(first.achieved_at)}`);
    if (board.state === 'filling' || entries.length === 0) throw new Error('the edited board is not filled yet');
    return entries;
  }, PATIENCE);
  const wrongKind = await call('GET', `/leaderboards/${id}/entries?period=all`);
  const deleted = await call('DELETE', `/leaderboards/${id}`);
  const gone = await call('GET', `/leaderboards/${id}/entries`);
  return {
    ...seen,
    edits: [stale.status, edited.status],
    isInItsWeek: ofWeek.some(({ angler }) => angler.id === first.angler.id),
    wrongKind: wrongKind.status,
    ends: [deleted.status, gone.status],
  };
};
