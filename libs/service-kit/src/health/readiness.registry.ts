/** Throws when the service is not ready. What it returns is shown as the details of a check that passes. */
export type ReadinessCheck = () => Promise<object | void> | object | void;

export interface CheckOutcome {
  readonly status: 'ok' | 'failed';
  readonly error?: string;
  readonly details?: object;
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
  private draining = false;

  add(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
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
    return { status: this.draining ? 'draining' : failed ? 'not-ready' : 'ready', checks: Object.fromEntries(results) };
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
