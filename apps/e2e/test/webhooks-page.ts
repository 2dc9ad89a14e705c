import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { RunningStack } from '@cds/local/running-stack';
import { eventually, noteSecretsOf } from '@cds/testing';
import { Api, type Page } from './api.js';
import { Subscriber } from './subscriber.js';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'webhooks.md');
const SHELL_BLOCK = /^```sh\n(.*?)^```/gms;
const DAY_MS = 86_400_000;

interface Told {
  readonly status: number;
  readonly body: string;
}

type Variables = Record<string, string>;

/** What a command of the page came to: its path with the variables in it, and the status. */
export type Ran = readonly [string, number];

/** The curl commands of docs/webhooks.md, in their order. */
const commands = (): string[] =>
  [...readFileSync(PAGE, 'utf8').matchAll(SHELL_BLOCK)].flatMap(([, block = '']) =>
    block.split(/^(?=curl )/m).filter((command) => command.startsWith('curl ')),
  );

const pathOf = (command: string): string =>
  /\$BASE_URL([^"]*)"/.exec(command)?.[1]?.replace(/\?.*/, '') ?? 'no address';

const read = (answer: string): Told => {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  return { status: Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]), body: rest.join('\r\n\r\n') };
};

/** Runs a command; a stream is left once something has come through it. */
const run = async (command: string, variables: Variables): Promise<Told> => {
  const script = `set -u\ncurl() { exec curl -sSi --max-time 60 "$@"; }\n${command}`;
  const child = spawn('sh', ['-c', script], { env: { ...process.env, ...variables } });
  const problem = text(child.stderr);
  let answer = '';
  child.stdout.on('data', (chunk: Buffer) => {
    answer += String(chunk);
    if (command.startsWith('curl -N') && read(answer).body.length > 0) child.kill();
  });
  await new Promise((resolve) => child.once('close', resolve));
  if (answer === '') throw new Error(`${command}: ${await problem}`);
  noteSecretsOf({ headers: {}, body: answer });
  return read(answer);
};

/** The variable that the page gives to what a call answers. */
const NAMED: Readonly<Record<string, string>> = {
  '/v1/webhooks': 'ENDPOINT_ID',
  '/v1/webhooks/$ENDPOINT_ID/test': 'DELIVERY_ID',
  '/v1/webhooks/$ENDPOINT_ID/recover': 'RECOVERY_ID',
  '/v1/webhooks/$ENDPOINT_ID/replay': 'REPLAY_ID',
};

const idIn = (body: string): string => (JSON.parse(body) as { id: string }).id;

/** What there must be for the page: a board, and an event in the account's feed. */
const given = async (stack: RunningStack, api: Api, receiver: Subscriber): Promise<Variables> => {
  const { data: boards } = await api.get<Page<{ id: string }>>('/v1/leaderboards?per_page=1');
  await api.post('/v1/catches', { species: 'walleye', weight_lbs: 3.2 });
  const [event] = await eventually(
    async () => {
      const { data } = await api.get<Page<{ id: string }>>('/v1/events?type=catch.created&per_page=1');
      if (data.length === 0) throw new Error('the feed has no event yet');
      return data;
    },
    { timeoutMs: 60_000 },
  );
  return {
    BASE_URL: stack.credentials.base_url,
    API_KEY: stack.credentials.api_key,
    RECEIVER_URL: `${receiver.url}/hooks`,
    BOARD_ID: boards[0]?.id ?? '',
    EVENT_ID: event?.id ?? '',
    SINCE: new Date(Date.now() - DAY_MS).toISOString(),
    UNTIL: new Date().toISOString(),
  };
};

/** Runs every command of the page in its order, as a reader does who follows it, and tells what each came to. */
export const followWebhooksPage = async (stack: RunningStack): Promise<Ran[]> => {
  const api = new Api(stack, stack.credentials.api_key);
  const receiver = await Subscriber.listen();
  const variables = await given(stack, api, receiver);
  const delivered = async (): Promise<void> =>
    expect(await api.get(`/v1/webhook-deliveries/${variables['DELIVERY_ID'] ?? ''}`)).toMatchObject({
      type: 'ping',
      status: 'delivered',
    });
  const ran: Ran[] = [];
  const endpoints: string[] = [];
  try {
    for (const command of commands()) {
      const path = pathOf(command);
      if (path.endsWith('/resend')) await eventually(delivered, { timeoutMs: 60_000 });
      const { status, body } = await run(command, variables);
      ran.push([path, status]);
      const name = NAMED[path];
      if (path === '/v1/webhooks') endpoints.push(idIn(body));
      if (name !== undefined) variables[name] ??= idIn(body);
    }
  } finally {
    for (const id of endpoints) await api.delete(`/v1/webhooks/${id}`);
    receiver.close();
  }
  return ran;
};
