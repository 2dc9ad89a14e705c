import { SharedReads } from '@cds/postgres';
import { callerGoneSignal, digestedBody } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks } from '@cds/listing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onceForEach } from './once-for-each.js';
import type { PageTurns } from './page-turns.js';

const JSON_TYPE = 'application/json; charset=utf-8';

interface SharedPage {
  readonly page: CursorEnvelope<unknown>;
  /** The `Link` header that goes with it. */
  readonly link: string;
  readonly answers: Answers;
}

/**
 * Pages of lists whose rows may have many kilobytes each. Equal requests of an account that come at the same time share
 * a page, its turn, and its JSON.
 */
export class SharedPages {
  private readonly pages = new SharedReads<SharedPage>();
  private readonly bodyOf = onceForEach((page: object) => digestedBody(JSON.stringify(page)));

  constructor(private readonly turns: PageTurns) {}

  /**
   * The body that answers a request of the account, whose headers it sets. `load` reads the page that the request's
   * address asks for; its signal aborts when nobody waits for the page any more.
   */
  async answer(
    accountId: string,
    { url }: FastifyRequest,
    reply: FastifyReply,
    load: (ending: AbortSignal) => Promise<CursorEnvelope<unknown>>,
  ): Promise<Buffer> {
    const gone = callerGoneSignal(reply);
    const { page, link, answers } = await this.read(accountId, url, load, gone);
    await this.turns.send(accountId, page, answers.add(reply), gone);
    const { body, digest } = this.bodyOf(page);
    reply.type(JSON_TYPE).header('link', link).bodyDigest = digest;
    return body;
  }

  private read(
    accountId: string,
    url: string,
    load: (ending: AbortSignal) => Promise<CursorEnvelope<unknown>>,
    gone: AbortSignal,
  ): Promise<SharedPage> {
    const answers = new Answers();
    const shared = async (ending: AbortSignal): Promise<SharedPage> => {
      try {
        const page = await load(ending);
        return { page, link: cursorPageLinks(url, page), answers };
      } finally {
        // By then everybody who shares the page has it.
        setImmediate(() => answers.close());
      }
    };
    const turn = async (ending: AbortSignal): Promise<void> => {
      await this.turns.read(accountId, answers.ended, ending);
      if (ending.aborted) answers.close();
    };
    return this.pages.read(`${accountId} ${url}`, shared, gone, turn);
  }
}

/** The answers that share a page, until the last of them is out. */
class Answers {
  private open = 1;
  private readonly end = Promise.withResolvers<void>();

  get ended(): Promise<void> {
    return this.end.promise;
  }

  /** Resolves when this one is out, or its client has gone. */
  add({ raw }: FastifyReply): Promise<void> {
    if (raw.closed) return Promise.resolve();
    this.open += 1;
    return new Promise((resolve) => {
      raw.once('close', () => {
        resolve();
        this.close();
      });
    });
  }

  /** Called once more than `add`, when no more answers will come. */
  close(): void {
    this.open -= 1;
    if (this.open === 0) this.end.resolve();
  }
}
