import { textOf } from './repository.js';

/** The first number that a pattern captures in a file, however it is written. */
const numberIn = (path: string, pattern: RegExp): number => {
  const digits = pattern.exec(textOf(path))?.[1]?.replaceAll(/[,_]/g, '');
  if (digits === undefined) throw new Error(`${path} has nothing like ${String(pattern)}`);
  return Number(digits);
};

const ENV = '.env.example';
const GIB = 1_073_741_824;

/** What the README says, and where the number comes from. */
const LIMITS: readonly (readonly [what: string, said: RegExp, file: string, source: RegExp, unit?: number])[] = [
  [
    'requests of a credential',
    /credential can make (\d+) requests in 60/,
    'apps/gateway/src/identity/api-keys/rate-limit.ts',
    /limit: (\d+)/,
  ],
  ['requests of an address', /an IP address without a credential ([\d,]+),/, ENV, /RATE_LIMIT_ADDRESS=(\d+)\/60/],
  ['sign-ins of apps', /of which (\d+) may begin/, ENV, /RATE_LIMIT_AUTHORIZE=(\d+)\/60/],
  ['wrong credentials', /sends (\d+) wrong credentials/, ENV, /RATE_LIMIT_WRONG_CREDENTIALS=(\d+)\/60/],
  ['requests of an account', /requests in 60 seconds, .*\| ([\d,]+) \|/, ENV, /RATE_LIMIT_ACCOUNT=(\d+)\/60/],
  ['requests in progress', /requests in progress, .*\| (\d+) \|/, ENV, /IN_FLIGHT_PER_ACCOUNT=(\d+)/],
  ['large bodies', /with a JSON body over 32 KiB, .*\| (\d+) \|/, ENV, /LARGE_BODIES_PER_ACCOUNT=(\d+)/],
  ['heavy reads that wait', /; (\d+) more wait/, 'libs/postgres/src/heavy-reads.ts', /maxWaiting: (\d+)/],
  [
    'seconds of their wait',
    /more wait up to (\d+) s/,
    'libs/postgres/src/heavy-reads.ts',
    /maxWaitMs: ([\d_]+)/,
    1_000,
  ],
  [
    'heavy reads at once',
    /half of the cores less one, 1 to (\d+)/,
    'libs/postgres/src/heavy-reads.ts',
    /MAX_OF_ACCOUNT = (\d+)/,
  ],
  [
    'photos sent',
    /photos sent at once, .*\| (\d+) \|/,
    'apps/catch/src/photos/add-photo/upload-places.ts',
    /PER_ACCOUNT = (\d+)/,
  ],
  [
    'files to import',
    /files to import that come in at once \| (\d+) \|/,
    'apps/catch/src/imports/upload-import/upload-import.handler.ts',
    /MAX_UPLOADS = (\d+)/,
  ],
  ['jobs that wait', /exports that wait \| (\d+) each/, 'apps/catch/src/jobs/admit-job.ts', /MAX_WAITING = (\d+)/],
  ['bytes of photos', /bytes of photos, .*\| (\d+) GiB each/, ENV, /PHOTO_KEPT_BYTES=(\d+)/, GIB],
  ['bytes of imports', /bytes of photos, .*\| (\d+) GiB each/, ENV, /IMPORT_KEPT_BYTES=(\d+)/, GIB],
  ['bytes of exports', /bytes of photos, .*\| (\d+) GiB each/, ENV, /EXPORT_KEPT_BYTES=(\d+)/, GIB],
  ['API keys', /\| API keys, .*\| (\d+) each/, 'apps/gateway/src/identity/api-keys/stored-keys.ts', /MAX_KEYS = (\d+)/],
  [
    'OAuth clients',
    /\| API keys, OAuth clients, .*\| (\d+) each/,
    'apps/gateway/src/identity/oauth/clients/create-client/create-client.handler.ts',
    /MAX_CLIENTS = (\d+)/,
  ],
  [
    'leaderboards',
    /OAuth clients, leaderboards \| (\d+) each/,
    'apps/leaderboard/src/own-boards/create-board/create-board.handler.ts',
    /MAX_BOARDS = (\d+)/,
  ],
  [
    'webhook endpoints',
    /webhook endpoints \| (\d+) \|/,
    'apps/webhook/src/endpoints/create-endpoint/create-endpoint.handler.ts',
    /MAX_ENDPOINTS = (\d+)/,
  ],
  [
    'streams of events',
    /streams of events \| (\d+) \|/,
    'apps/webhook/src/feed/event-stream/event-streams.ts',
    /MAX_STREAMS_OF_ACCOUNT = (\d+)/,
  ],
  [
    'bytes a second of a body',
    /must arrive at (\d+) bytes per second/,
    'apps/gateway/src/edge/forwarding/sending-rate.ts',
    /LEAST_RATE = (\d+)/,
  ],
  [
    'seconds of a reader',
    /nothing of a response for (\d+) s/,
    'apps/gateway/src/service.ts',
    /STALL_MS = ([\d_]+)/,
    1_000,
  ],
  ['connections', /address can have ([\d,]+) connections/, ENV, /CONNECTIONS_PER_ADDRESS=(\d+)/],
  [
    'rows of an import',
    /file of up to ([\d,]+) rows/,
    'apps/catch/src/imports/import-limits.ts',
    /MAX_ROWS = ([\d_]+)/,
  ],
  [
    'rows of a page',
    /25 items a page by default,\s(\d+) at/,
    'libs/listing/src/cursor-page.ts',
    /MAX_PER_PAGE = (\d+)/,
  ],
  ['depth of pages', /Pages reach ([\d,]+) rows deep/, 'libs/listing/src/cursor-page.ts', /MAX_DEPTH = ([\d_]+)/],
];

for (const [what, said, file, source, unit = 1] of LIMITS)
  it(`the README has the limit of ${what}`, () => {
    expect(numberIn('README.md', said)).toBe(numberIn(file, source) / unit);
  });
