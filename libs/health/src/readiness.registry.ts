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

/**
 * What must work before the service takes traffic. Injectable by this class; a check that throws, or takes over 2 s,
 * fails.
 */
export class ReadinessRegistry {
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly livenessChecks = new Map<string, LivenessCheck>();
  private draining = false;

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

  /** Runs every check. */
  async read(): Promise<Readiness> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    );
    const failed = results.some(([, { status }]) => status === 'failed');
    return {
      status: this.draining ? 'draining' : failed ? 'not-ready' : 'ready',
      checks: Object.fromEntries(results),
    };
  }
}

const outcomeOf = async (check: ReadinessCheck): Promise<CheckOutcome> => {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS);
  });
  try {
    const details = await Promise.race([Promise.resolve().then(check), tooSlow]);
    return details === undefined ? { status: 'ok' } : { status: 'ok', details };
  } catch (error) {
    return { status: 'failed', error: error instanceof Error ? error.message || error.name : String(error) };
  } finally {
    clearTimeout(timer);
  }
};
