import { setTimeout as sleep } from 'node:timers/promises';

/** Work that goes on beside whoever began it, until it is done or, when time is up, asked to stop. */
export class InFlight {
  private readonly works = new Map<Promise<void>, AbortController>();

  /** `work` must not reject, and must end soon once its signal aborts. */
  begin(work: (signal: AbortSignal) => Promise<void>): void {
    const stopping = new AbortController();
    const running = work(stopping.signal).finally(() => this.works.delete(running));
    this.works.set(running, stopping);
  }

  /** Resolves when all is done; what is not done after `patienceMs` is asked to stop first. */
  async finish(patienceMs: number): Promise<void> {
    const done = new AbortController();
    const patience = sleep(patienceMs, undefined, { signal: done.signal }).catch(() => undefined);
    await Promise.race([this.settled(), patience]);
    done.abort();
    for (const stopping of this.works.values()) stopping.abort();
    await this.settled();
  }

  private async settled(): Promise<void> {
    await Promise.all(this.works.keys());
  }
}
