import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Server {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** A server in a process of its own that prints its address when it listens. */
export const startServer = async (
  script: string,
  environment: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
): Promise<Server> => {
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => void (line.startsWith('http') && resolve(line)));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { url, pid: child.pid ?? 0, stop: () => void child.kill() };
};
