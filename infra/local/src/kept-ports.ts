import { freePort } from './free-port.js';
import { readJson, writeJson } from './json-file.js';

/** Picks free ports, the same as last time where they are still free: a bookmark or a database tool goes on working. */
export class KeptPorts {
  private readonly ports: Record<string, number>;
  private readonly taken = new Set<number>();

  constructor(private readonly file: string) {
    this.ports = readJson<Record<string, number>>(file) ?? {};
  }

  async take(name: string): Promise<number> {
    let port = await freePort(this.ports[name]);
    while (this.taken.has(port)) port = await freePort();
    this.taken.add(port);
    this.ports[name] = port;
    writeJson(this.file, this.ports);
    return port;
  }
}
