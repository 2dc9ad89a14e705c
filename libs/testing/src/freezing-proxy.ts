import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A way to a server, such as PostgreSQL or a service, that can go silent as a vanished host does: from `freeze` on,
 * connections that are open neither forward anything nor end, while new ones work.
 */
export class FreezingProxy {
  /** How many chunks frozen connections have swallowed. */
  dropped = 0;
  private open = new Set<Socket>();
  private readonly all = new Set<Socket>();
  private readonly frozen = new WeakSet<Socket>();

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
  ) {}

  static async to(url: string): Promise<FreezingProxy> {
    const server = createServer({ allowHalfOpen: true });
    const proxy = new FreezingProxy(new URL(url), server);
    server.on('connection', (socket) => proxy.forward(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** The URL of the server by way of the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  freeze(): void {
    for (const socket of this.open) this.frozen.add(socket);
    this.open = new Set();
  }

  async close(): Promise<void> {
    for (const socket of this.all) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(client: Socket): void {
    const server = connect({ host: this.target.hostname, port: Number(this.target.port), allowHalfOpen: true });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.open.add(from);
      this.all.add(from);
      from.on('data', (chunk) => {
        if (this.frozen.has(from)) this.dropped += 1;
        else to.write(chunk);
      });
      from.on('end', () => {
        if (!this.frozen.has(from)) to.end();
      });
      from.on('error', () => to.destroy());
      from.on('close', () => this.open.delete(from));
    }
  }
}
