import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@cds/testing';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly at: number;
}

type Answering = (request: Received, response: ServerResponse) => void;

/** A subscriber on this machine that keeps what it gets. Answers 200 until told otherwise. */
export class Receiver {
  readonly received: Received[] = [];
  /** Most requests that were under way at once. */
  peak = 0;
  private answering: Answering = (_request, response) => void response.end('ok');
  private open = 0;
  private readonly server = createServer((request, response) => void this.take(request, response));

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  answers(answering: Answering): void {
    this.answering = answering;
  }

  answersWith(status: number, headers: Record<string, string> = {}, body = ''): void {
    this.answers((_request, response) => void response.writeHead(status, headers).end(body));
  }

  /** Those for one event, once there are as many. */
  async got(eventId: string, count = 1, timeoutMs = 30_000): Promise<Received[]> {
    return eventually(
      () => {
        const found = this.received.filter(({ body }) => body.includes(`"id":"${eventId}"`));
        if (found.length < count) throw new Error(`${found.length} of ${count} requests for ${eventId}`);
        return found;
      },
      { timeoutMs },
    );
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open += 1;
    this.peak = Math.max(this.peak, this.open);
    response.once('close', () => (this.open -= 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const received = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
      at: Date.now(),
    };
    this.received.push(received);
    this.answering(received, response);
  }
}

/** What a subscriber reads once the signature is verified; throws when it is not. */
export const verified = (
  { body, headers }: Received,
  secret: string,
): { id: string; type: string; timestamp: string; data: Record<string, unknown> } =>
  new Webhook(secret).verify(body, headers) as {
    id: string;
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };
