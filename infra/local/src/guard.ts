import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Reads what it is to look after from its input. That closes when this process ends, however it ends: then the shell
 * ends those processes and removes those folders. A shell, as it rests for as long as we run and takes a megabyte.
 */
const SCRIPT = `
newline='
'
pids=' '
folders=''
anyone() {
  for pid in $pids; do kill -0 $pid 2>/dev/null && return 0; done
  return 1
}
while read -r what arg; do
  case $what in
    process) pids="$pids$arg " ;;
    gone) pids=$(printf %s "$pids" | sed "s/ $arg / /") ;;
    folder) folders="$folders$arg$newline" ;;
  esac
done
kill -TERM $pids 2>/dev/null
tries=0
while anyone && [ $tries -lt 50 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
kill -KILL $pids 2>/dev/null
IFS=$newline
for folder in $folders; do rm -rf "$folder"; done
`;

let guard: ChildProcess | undefined;

const begin = (): ChildProcess => {
  // In a session of its own: Ctrl-C on a terminal reaches everybody else.
  const child = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.unref();
  // A pipe is a socket to Node, and as such would keep this process alive.
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
};

const tell = (line: string): void => {
  guard ??= begin();
  guard.stdin?.write(`${line}\n`);
};

/** Ends a process when this one ends without having ended it: by kill -9, say. */
export const guardProcess = (pid: number, exited: Promise<unknown>): void => {
  tell(`process ${pid}`);
  void exited.then(() => tell(`gone ${pid}`));
};

/** Removes a folder when this process ends without having removed it. */
export const guardFolder = (folder: string): void => tell(`folder ${folder}`);
