import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server of somebody who uses webhooks: it answers as it is told. */
export class Receiver implements AsyncDisposable {
  status = 200;
  /** The ids of the messages that it answered. */
  readonly got: string[] = [];
  private readonly server = createServer((request, response) => {
    void text(request).then(() => {
      this.got.push(String(request.headers['webhook-id']));
      response.writeHead(this.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ said: this.status < 300 ? 'thank you' : 'the database is away' }));
    });
  });

  static async listen(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
