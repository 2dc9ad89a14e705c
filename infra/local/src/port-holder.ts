import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

export interface PortHolder {
  pid: number;
  name: string;
}

const LISTEN = '0A';

/** The sockets, by inode, that listen on a port: fields of /proc/net/tcp are local address, remote, state … inode. */
const listeningSockets = (port: number): Set<string> => {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8').trim().split('\n').slice(1),
  );
  const fields = lines.map((line) => line.trim().split(/\s+/));
  return new Set(
    fields
      .filter((field) => field[1]?.endsWith(`:${hexPort}`) && field[3] === LISTEN)
      .map((field) => `socket:[${field[9]}]`),
  );
};

const holds = (pid: string, sockets: ReadonlySet<string>): boolean => {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`)));
  } catch {
    // Another user's process, or one that just ended.
    return false;
  }
};

const onLinux = (port: number): PortHolder | undefined => {
  const sockets = listeningSockets(port);
  const pid = readdirSync('/proc').find((entry) => /^\d+$/.test(entry) && holds(entry, sockets));
  // Not its `comm`, which is the name of its first thread: Node's is `MainThread`.
  return pid === undefined ? undefined : { pid: Number(pid), name: basename(readlinkSync(`/proc/${pid}/exe`)) };
};

const elsewhere = (port: number): PortHolder | undefined => {
  const output = execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { encoding: 'utf8' });
  const [, pid, name] = /^p(\d+)\nc(.*)$/m.exec(output) ?? [];
  return pid === undefined || name === undefined ? undefined : { pid: Number(pid), name };
};

/** The process that listens on a TCP port, where this machine tells. */
export const portHolder = (port: number): PortHolder | undefined => {
  try {
    return process.platform === 'linux' ? onLinux(port) : elsewhere(port);
  } catch {
    return undefined;
  }
};
