import type { Dispatcher } from 'undici';
import type { AccountLookUps } from './account-look-ups.js';
import { type AnswerLimits, AnswerReader, type Outcome } from './answer-reader.js';

export interface ReceiverRequest {
  /** Whose endpoint it is. */
  readonly accountId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts to receivers. Never rejects but when `cancelled` aborts. */
export class ReceiverClient {
  constructor(
    private readonly agent: Dispatcher,
    private readonly names: AccountLookUps,
    private readonly limits: AnswerLimits,
  ) {}

  async post(request: ReceiverRequest, cancelled: AbortSignal): Promise<Outcome> {
    cancelled.throwIfAborted();
    const answer = new AnswerReader(this.limits);
    const cut = (): void => answer.cut();
    cancelled.addEventListener('abort', cut, { once: true });
    try {
      await this.send(request, answer);
      const outcome = await answer.outcome;
      if (outcome.answer === null) cancelled.throwIfAborted();
      return outcome;
    } finally {
      cancelled.removeEventListener('abort', cut);
    }
  }

  private async send({ accountId, url, headers, body }: ReceiverRequest, answer: AnswerReader): Promise<void> {
    try {
      const { origin, hostname, pathname, search } = new URL(url);
      if (!this.names.knows(hostname)) await this.names.prepare(hostname, accountId, answer.signal());
      this.agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, answer);
    } catch (error) {
      answer.onResponseError(undefined, error);
    }
  }

  /** Closes all connections. */
  close(): Promise<void> {
    return this.agent.destroy();
  }
}
