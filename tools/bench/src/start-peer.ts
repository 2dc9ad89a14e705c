import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The bare server beside the stack, on the stack's catch database. */
export const startPeer = async (databaseUrl: string): Promise<{ url: string; stop(): void }> => {
  const url = new URL(databaseUrl);
  url.pathname = '/cds_catch';
  const env = { ...process.env, DATABASE_URL: url.href };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peer.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the peer ended with ${code}`)));
  });
  return { url: address, stop: () => void child.kill() };
};
