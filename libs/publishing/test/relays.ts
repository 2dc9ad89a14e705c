import { EventRelay } from '../src/relay/event-relay.js';
import type { EventRelayOptions, RelayProgress } from '../src/relay/relay-options.js';
import { EventLog, facts, type Noted, soon } from '@cds/event-store/testing';

type Options = Partial<EventRelayOptions<Noted>>;

/** A relay under test and what it published, call by call. */
export class TestRelay {
  readonly batches: string[][] = [];
  readonly progress: RelayProgress[] = [];
  readonly failures: string[] = [];
  readonly relay: EventRelay<Noted>;

  constructor(log: EventLog, { publish = async () => undefined, ...options }: Options) {
    this.relay = new EventRelay<Noted>({
      connection: { connectionString: log.url },
      name: 'notes',
      publish: async (events) => {
        await publish(events);
        this.batches.push(facts(events));
      },
      logger: {
        info: () => undefined,
        warn: (_, message) => this.failures.push(message),
        error: (fields, message) => this.failures.push(`${message}: ${String((fields as { err?: unknown }).err)}`),
      },
      onProgress: (progress) => this.progress.push(progress),
      ...options,
      timing: { idlePollMs: 20, standbyPollMs: 20, retryMinMs: 5, retryMaxMs: 50, ...options.timing },
    });
  }

  get published(): string[] {
    return this.batches.flat();
  }

  async untilLeading(): Promise<void> {
    await soon(() => expect(this.relay.isLeading()).toBe(true));
  }
}

/** Starts relays on a log, and stops them all when a test is over, whatever holds them up. */
export class Relays {
  private started: TestRelay[] = [];
  private gates: Gate[] = [];

  constructor(private readonly log: () => EventLog) {}

  start(options: Options = {}): TestRelay {
    const relay = new TestRelay(this.log(), options);
    this.started.push(relay);
    relay.relay.start();
    return relay;
  }

  gate(): Gate {
    const gate = new Gate();
    this.gates.push(gate);
    return gate;
  }

  async stopAll(): Promise<void> {
    this.gates.forEach((gate) => gate.open());
    this.gates = [];
    await Promise.all(this.started.map(({ relay }) => relay.stop()));
    this.started = [];
  }
}

/** Relays for the tests of a file, on a log of their own that is given to `begin`; both are clean after each test. */
export const relaysOfOwnLog = (begin: (log: EventLog) => void): Relays => {
  let log: EventLog;
  const relays = new Relays(() => log);
  beforeAll(async () => begin((log = await EventLog.create())));
  afterEach(async () => {
    await relays.stopAll();
    await log.clear();
  });
  afterAll(() => log.drop());
  return relays;
};

/** Ends the connection that holds the relay's lock, as a crash of its host would. */
export const killLeader = async ({ pool }: EventLog): Promise<void> => {
  await soon(async () => {
    const { rowCount } = await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
       WHERE locktype = 'advisory' AND granted AND datname = current_database()`,
    );
    expect(rowCount).toBe(1);
  });
};

/** Waits until the relay has looked for events since this call, and is at rest again. */
export const untilLookedAgain = async ({ pool }: EventLog): Promise<void> => {
  const { rows } = await pool.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  await soon(async () => {
    const looked = await pool.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'relay:notes/2' AND datname = current_database()
       AND state = 'idle' AND query LIKE 'SELECT EXISTS%' AND query_start > $1::timestamptz`,
      [rows[0]?.now],
    );
    expect(looked.rowCount).toBe(1);
  });
};

/** Holds up whoever passes until the test opens it. */
export class Gate {
  open: () => void = () => undefined;
  private arrive: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));
  readonly reached = new Promise<void>((resolve) => (this.arrive = resolve));

  readonly pass = (): Promise<void> => {
    this.arrive();
    return this.opened;
  };
}

/** The events without those that came again. */
export const firstTimes = (events: readonly string[]): string[] => [...new Set(events)];

export const versionsOf = (streamId: string, events: readonly string[]): number[] =>
  events.flatMap((event) => (event.startsWith(`${streamId}/`) ? [Number(/\/(\d+)/.exec(event)?.[1])] : []));
