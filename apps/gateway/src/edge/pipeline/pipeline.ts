import type { IncomingMessage, ServerResponse } from 'node:http';
import { endRequestSpan, HandledRequests, startRequestSpan } from '@cds/service-kit';
import { runIn } from '@cds/tracing';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { failureOf } from '../forwarding/forwarding.errors.js';
import { ProxiedRequest } from '../request/proxied-request.js';
import { RequestLog } from '../request-log/write/request-log.js';
import { Answer } from './answer.js';
import { CredentialEnds } from './credential-ends.js';
import { asHandled } from './handled-request.js';
import type { Stage } from './stage.js';

/** Injection token of the stages that every request passes before it is answered, in order. */
export const STAGES = Symbol('STAGES');

/** Takes every request but health checks from its first byte to its answer and its report, stage by stage. */
@Injectable()
export class Pipeline implements OnModuleDestroy {
  private isStopping = false;
  private readonly streams = new Set<ProxiedRequest>();

  constructor(
    @Inject(STAGES) private readonly stages: readonly Stage[],
    private readonly answer: Answer,
    private readonly handled: HandledRequests,
    private readonly credentialEnds: CredentialEnds,
    private readonly requestLog: RequestLog,
  ) {}

  /** From now on connections close after their answer, and readers of streams connect again, to another copy. */
  onModuleDestroy(): void {
    this.isStopping = true;
    for (const request of this.streams) endStream(request);
  }

  /** Never rejects: a failure is answered with a problem. Resolves when the answer has begun, or will never begin. */
  async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isStopping) response.shouldKeepAlive = false;
    const span = startRequestSpan(incoming);
    const request = new ProxiedRequest(incoming, response);
    response.once('close', () => {
      this.onClose(request);
      if (span) endRequestSpan(span, asHandled(request));
    });
    await runIn(span, () => this.run(request));
  }

  private async run(request: ProxiedRequest): Promise<void> {
    try {
      for (const stage of this.stages) await stage.run(request);
      await this.answer.run(request);
      if (request.route?.isStream) this.addStream(request);
    } catch (error) {
      this.answer.refuse(request, failureOf(error));
    }
  }

  private addStream(request: ProxiedRequest): void {
    if (request.isOver) return;
    // It lasts: its service bounds how many an account has.
    request.inFlight?.end();
    if (this.isStopping) return endStream(request);
    this.streams.add(request);
    this.credentialEnds.watch(request, () => endStream(request));
  }

  /** The answer is out, or the client has gone, or the answer was cut off. */
  private onClose(request: ProxiedRequest): void {
    this.streams.delete(request);
    request.isOver = true;
    request.inFlight?.end();
    request.settle();
    request.forwarding?.stop();
    this.requestLog.note(request);
    if (!request.isOwn) this.handled.add(asHandled(request));
  }
}

/** How long a reader may take for what it was sent. */
const LAST_PIECES_MS = 1_000;

/** The reader gets the end of the answer; one that does not take it is cut off. */
const endStream = (request: ProxiedRequest): void => {
  const { response } = request;
  request.isOver = true;
  request.forwarding?.stop();
  response.end();
  setTimeout(() => response.destroy(), LAST_PIECES_MS).unref();
};
