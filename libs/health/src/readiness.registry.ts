import { within } from '@cds/errors';

/**
 * Throws when the service is not ready. What it returns is shown as the details of a check that passes: what an
 * operator should look at although requests are served.
 */
export type ReadinessCheck = () => Promise<object | void> | object | void;

export interface CheckOutcome {
  readonly status: 'ok' | 'failed';
  readonly error?: string;
  readonly details?: object;
}

/** Why the process should be restarted; undefined while it need not be. */
export type LivenessCheck = () => string | undefined;

export interface Liveness {
  readonly status: 'live' | 'stuck';
  readonly checks: Readonly<Record<string, CheckOutcome>>;
}

export interface Readiness {
  readonly status: 'ready' | 'not-ready' | 'draining';
  readonly checks: Readonly<Record<string, CheckOutcome>>;
}

const CHECK_TIMEOUT_MS = 2_000;
const RECENT_MS = 1_000;

type Outcomes = Readiness['checks'];

/**
 * What must work before the service takes traffic. Injectable by this class; a check that throws, or takes over 2 s,
 * fails.
 */
export class ReadinessRegistry {
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly livenessChecks = new Map<string, LivenessCheck>();
  private draining = false;
  private recent: Promise<Outcomes> | undefined;
  private recentUntil = 0;
  private failing = '';
  private report: (failed: Outcomes) => void = () => undefined;

  add(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** The check must not wait for anything: liveness says what is known already. */
  addLiveness(name: string, check: LivenessCheck): void {
    this.livenessChecks.set(name, check);
  }

  /** Whether the process runs as it should, or can only be helped by a restart. Lists the checks that failed. */
  live(): Liveness {
    const problems = [...this.livenessChecks].flatMap(([name, check]) => {
      const error = check();
      return error === undefined ? [] : [[name, { status: 'failed' as const, error }] as const];
    });
    return { status: problems.length === 0 ? 'live' : 'stuck', checks: Object.fromEntries(problems) };
  }

  /** From now on the service is not ready: it is about to stop. */
  drain(): void {
    this.draining = true;
  }

  /** Called with the checks that fail, none or more, whenever they are others than before. */
  onChange(report: (failed: Outcomes) => void): void {
    this.report = report;
  }

  /** Runs every check. */
  async read(): Promise<Readiness> {
    return this.readinessOf(await this.run());
  }

  /**
   * The same, at most a second old: however many ask, the checks run once a second. Tells no reasons and no details.
   */
  async readRecent(): Promise<Readiness> {
    if (!this.recent || performance.now() >= this.recentUntil) {
      this.recentUntil = Number.POSITIVE_INFINITY;
      this.recent = this.run().finally(() => (this.recentUntil = performance.now() + RECENT_MS));
    }
    const { status, checks } = this.readinessOf(await this.recent);
    return { status, checks: withoutReasons(checks) };
  }

  private async run(): Promise<Outcomes> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    );
    const failed = results.filter(([, { status }]) => status === 'failed');
    const failing = failed.map(([name]) => name).join();
    if (failing !== this.failing) this.report(Object.fromEntries(failed));
    this.failing = failing;
    return Object.fromEntries(results);
  }

  private readinessOf(checks: Outcomes): Readiness {
    const isFailed = Object.values(checks).some(({ status }) => status === 'failed');
    return { status: this.draining ? 'draining' : isFailed ? 'not-ready' : 'ready', checks };
  }
}

/** The names of checks and how they went, which anybody may know. */
export const withoutReasons = (checks: Outcomes): Outcomes =>
  Object.fromEntries(Object.entries(checks).map(([name, { status }]) => [name, { status }]));

const outcomeOf = async (check: ReadinessCheck): Promise<CheckOutcome> => {
  try {
    const details = await within(Promise.resolve().then(check), CHECK_TIMEOUT_MS);
    return details === undefined ? { status: 'ok' } : { status: 'ok', details };
  } catch (error) {
    return { status: 'failed', error: error instanceof Error ? error.message || error.name : String(error) };
  }
};
