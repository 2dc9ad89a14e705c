import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A subscriber on this machine: keeps what it is sent and answers 204, unless it refuses it. */
export class Receiver {
  readonly received: Received[] = [];
  private refusals = 0;

  private constructor(private readonly server: Server) {}

  static async listen(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        receiver.received.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(receiver.refusals > 0 ? 503 : 204).end();
        receiver.refusals -= 1;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Answers the next so many requests with 503. */
  refuse(count: number): void {
    this.refusals = count;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
