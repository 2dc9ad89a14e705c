import { once } from 'node:events';

export default async function globalTeardown() {
  const keeper = globalThis.cdsTestServers;
  if (!keeper || keeper.exitCode !== null) return;
  const gone = once(keeper, 'exit');
  keeper.stdin.end();
  await gone;
}
