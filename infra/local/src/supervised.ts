import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from './back-off.js';
import { errorText } from './error-text.js';
import type { RunRecords } from './run-records.js';
import { type ServerProcess, stopProcess } from './server-process.js';

export interface SupervisedOptions {
  name: string;
  /** Starts the process; tells it as soon as it exists, and returns when it is ready. */
  launch(onSpawn: (process: ServerProcess) => void): Promise<ServerProcess>;
  stopSignal: NodeJS.Signals;
  graceMs: number;
  records: RunRecords;
  /** Receives in a sentence what happens to it after the start. */
  report(text: string): void;
}

const describeEnd = ({ code, signal }: { code: number | null; signal: NodeJS.Signals | null }): string =>
  signal ? `was ended by ${signal}` : `ended with code ${code}`;

/** One process that is started again, with back-off, whenever it ends before `stop`. */
export class Supervised {
  private current: ServerProcess | undefined;
  private readonly stopping = new AbortController();
  private watching: Promise<void> | undefined;
  private readonly backOff = new BackOff();
  /** How often it was started again. */
  restarts = 0;

  constructor(private readonly options: SupervisedOptions) {}

  get name(): string {
    return this.options.name;
  }

  get process(): ServerProcess | undefined {
    return this.current;
  }

  /** Returns when it is ready; a first start that fails is not tried again. */
  async start(): Promise<void> {
    const process = await this.launch();
    this.watching = this.watch(process);
  }

  /** Ends the process so that the watch starts it anew. */
  async restart(): Promise<void> {
    if (this.current) await stopProcess(this.current, this.options.stopSignal, this.options.graceMs);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.current) await stopProcess(this.current, this.options.stopSignal, this.options.graceMs);
    await this.watching;
    this.options.records.remove(this.name);
  }

  private launch(): Promise<ServerProcess> {
    return this.options.launch((process) => {
      this.current = process;
      this.options.records.add(this.name, process.pid, this.options.stopSignal);
      // Asked to stop between two starts.
      if (this.stopping.signal.aborted) process.child.kill('SIGKILL');
    });
  }

  private async watch(first: ServerProcess): Promise<void> {
    let process: ServerProcess | undefined = first;
    while (!this.stopping.signal.aborted) {
      const since = Date.now();
      if (process) await this.awaitEnd(process);
      if (!this.stopping.signal.aborted) process = await this.startAgain(Date.now() - since);
    }
  }

  private async awaitEnd(process: ServerProcess): Promise<void> {
    const end = await process.exited;
    if (!this.stopping.signal.aborted) this.options.report(`${describeEnd(end)}; starting it again`);
  }

  private async startAgain(ranForMs: number): Promise<ServerProcess | undefined> {
    await sleep(this.backOff.next(ranForMs), undefined, { signal: this.stopping.signal }).catch(() => undefined);
    if (this.stopping.signal.aborted) return undefined;
    this.restarts += 1;
    try {
      const process = await this.launch();
      this.options.report('was started again');
      return process;
    } catch (error) {
      if (!this.stopping.signal.aborted) this.options.report(`could not be started again: ${errorText(error)}`);
      return undefined;
    }
  }
}
