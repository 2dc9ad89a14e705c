import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedMessage {
  /** The path of the endpoint that it came to, such as `/kept`. */
  readonly path: string;
  readonly webhookId: string;
  readonly event: { id: string; type: string; data: Record<string, unknown> };
}

/** A subscriber on this machine that takes every message and keeps it. */
export class Subscriber {
  readonly received: ReceivedMessage[] = [];
  private readonly server = createServer((request, response) => {
    void text(request).then((body) => {
      const event = JSON.parse(body) as ReceivedMessage['event'];
      this.received.push({ path: request.url ?? '', webhookId: String(request.headers['webhook-id']), event });
      response.writeHead(204).end();
    });
  });

  static async listen(): Promise<Subscriber> {
    const subscriber = new Subscriber();
    subscriber.server.listen(0, '127.0.0.1');
    await once(subscriber.server, 'listening');
    return subscriber;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /**
   * The messages that came to an endpoint and mention an id, from the `since`th that any endpoint received; one that
   * was delivered repeatedly counts once.
   */
  about(path: string, id: string, since = 0): ReceivedMessage[] {
    const messages = this.received
      .slice(since)
      .filter((message) => message.path === path && JSON.stringify(message.event.data).includes(id));
    return [...new Map(messages.map((message) => [message.webhookId, message])).values()];
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
