import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from '@cds/local/running-stack';

/** What the API acknowledged: ids of logged catches, and of those whose verification was approved. */
export interface Acknowledged {
  logged: Set<string>;
  approved: Set<string>;
}

/**
 * Writers that log catches, and have some of them verified, until they are told to stop; an unanswered call is no
 * acknowledgement.
 */
export class Writers {
  readonly acknowledged: Acknowledged = { logged: new Set(), approved: new Set() };
  /** Statuses that were answered other than the expected ones. */
  readonly surprises: string[] = [];
  private isStopping = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly credentials: Credentials) {}

  start(count: number): void {
    this.running = Promise.all(Array.from({ length: count }, (_, index) => this.write(index)));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async write(writer: number): Promise<void> {
    for (let turn = 0; !this.isStopping; turn += 1) {
      const weight = 1 + ((writer * 131 + turn * 17) % 200) / 10;
      const logged = await this.post(
        '/v1/catches',
        { species: turn % 2 ? 'walleye' : 'largemouth bass', weight_lbs: weight },
        this.credentials.api_key,
      );
      if (!logged) continue;
      this.acknowledged.logged.add(logged);
      if (turn % 3 === 0) await this.verify(logged);
      // Lists reach 10,000 rows deep, and the tests read them all.
      await sleep(250);
    }
  }

  private async verify(catchId: string): Promise<void> {
    const asked = await this.post(
      `/v1/catches/${catchId}/verifications`,
      { tier: 'witnessed', evidence: { witness: { name: 'Ann' } } },
      this.credentials.api_key,
    );
    if (!asked) return;
    const approved = await this.post(`/v1/verifications/${asked}/approve`, {}, this.credentials.reviewer_key);
    if (approved) this.acknowledged.approved.add(catchId);
  }

  private async post(path: string, body: object, key: string): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    try {
      const answer = await fetch(`${this.credentials.base_url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      if (answer.ok) return ((await answer.json()) as { id: string }).id;
      // A write whose answer was lost may have happened: then the same verification is pending, or decided, already.
      if (![502, 503, 504, 409].includes(answer.status))
        this.surprises.push(`${path} ${answer.status} ${await answer.text()}`);
    } catch {
      // The gateway itself is down.
    }
    // To ask on at once would cost a machine that is starting a service again more than it needs for that.
    await sleep(250);
    return undefined;
  }
}
