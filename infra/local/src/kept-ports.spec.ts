import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { KeptPorts } from './kept-ports.js';

afterAll(removeScratchFolders);

describe('picked ports', () => {
  it('are the same at the next start', async () => {
    const file = join(scratchFolder(), 'ports.json');
    const first = new KeptPorts(file);
    const ports = [await first.take('kafka'), await first.take('catch')];
    const next = new KeptPorts(file);
    expect([await next.take('kafka'), await next.take('catch')]).toEqual(ports);
  });

  it('give way to whoever took one meanwhile', async () => {
    const file = join(scratchFolder(), 'ports.json');
    const port = await new KeptPorts(file).take('kafka');
    const stranger = createServer().listen(port, '127.0.0.1');
    await once(stranger, 'listening');
    expect(await new KeptPorts(file).take('kafka')).not.toBe(port);
    stranger.close();
  });
});
