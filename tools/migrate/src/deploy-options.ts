export interface DeployOptions {
  /** How long a statement waits for a lock: everybody who comes later waits behind it. */
  readonly lockTimeoutMs: number;
  /** How often a migration is tried that cannot get its locks. */
  readonly attempts: number;
  /** The pause after the first attempt; each further one is twice as long, up to `maxPauseMs`. */
  readonly pauseMs: number;
  readonly maxPauseMs: number;
  /** Receives a line about each step that takes time. */
  readonly onProgress: (line: string) => void;
}

export const DEFAULT_OPTIONS: DeployOptions = {
  lockTimeoutMs: 2_000,
  attempts: 20,
  pauseMs: 500,
  maxPauseMs: 15_000,
  onProgress: () => undefined,
};

export const pauseAfter = (attempt: number, { pauseMs, maxPauseMs }: DeployOptions): number =>
  Math.min(pauseMs * 2 ** (attempt - 1), maxPauseMs);
