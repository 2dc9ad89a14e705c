/**
 * Settles at the first Ctrl-C, SIGTERM or closed terminal. From then on a second Ctrl-C ends the process at once: what
 * it leaves is ended by the next start.
 */
export const untilStopSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let isAsked = false;
    const ask = (signal: NodeJS.Signals) => {
      if (isAsked && signal === 'SIGINT') process.exit(130);
      isAsked = true;
      resolve(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  });
