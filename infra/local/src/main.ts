import { relative } from 'node:path';
import { readCredentials, writeCredentials } from './credentials.js';
import { type DataFolder, openDataFolder } from './data-folder.js';
import { gatewayPort } from './gateway-port.js';
import { restartOnChange } from './dev.js';
import { type Instance, lockInstance } from './instance-lock.js';
import { HELP, readOptions } from './options.js';
import { endOrphans } from './orphans.js';
import { Progress } from './progress.js';
import { ROOT } from './repository.js';
import { RunRecords } from './run-records.js';
import { type RunningStack, Stack, type StackContext } from './stack.js';
import { StepError } from './step.js';
import { untilStopSignal } from './stop-signal.js';
import { summary } from './summary.js';
import { UserError } from './user-error.js';
import { showWarnings } from './warnings.js';

const progress = new Progress(process.stdout);

const tell = (error: unknown): void => {
  if (error instanceof StepError) return progress.line(`\n${error.step} failed: ${error.message}\n\n${error.advice}`);
  if (error instanceof UserError) return progress.line(`${error.message}\n${error.advice}`);
  return progress.line(error instanceof Error ? (error.stack ?? error.message) : String(error));
};

const docsUrl = async (baseUrl: string): Promise<string | null> => {
  const response = await fetch(`${baseUrl}/docs`, { redirect: 'manual' }).catch(() => null);
  return response && response.status < 400 ? `${baseUrl}/docs` : null;
};

const publish = async (stack: RunningStack, folder: DataFolder, baseUrl: string): Promise<void> => {
  // Without the gateway the keys open nothing, but a later start with it needs them.
  const kept = readCredentials(folder.credentials);
  writeCredentials(folder.credentials, {
    base_url: stack.keys && baseUrl,
    api_key: stack.keys?.admin ?? kept?.api_key ?? null,
    reviewer_key: stack.keys?.reviewer ?? kept?.reviewer_key ?? null,
    portal_email: stack.keys?.portalEmail ?? kept?.portal_email ?? null,
    portal_password: stack.keys?.portalPassword ?? kept?.portal_password ?? null,
    kafka_brokers: stack.kafkaBrokers.join(','),
    database_url: stack.postgresUrl,
  });
  const credentialsFile = relative(process.cwd(), folder.credentials);
  progress.line(summary(stack, { baseUrl, credentialsFile, docsUrl: stack.keys ? await docsUrl(baseUrl) : null }));
};

const runStack = async (at: Omit<StackContext, 'progress' | 'report'>): Promise<number> => {
  const { folder, options, port } = at;
  const stack = new Stack({ ...at, progress, report: (name, text) => progress.line(`${name.padEnd(12)} ${text}`) });
  const stopAsked = untilStopSignal();
  const since = performance.now();
  const start = stack.start().then(async (running) => {
    await publish(running, folder, `http://127.0.0.1:${port}`);
    progress.line(`Ready in ${((performance.now() - since) / 1000).toFixed(1)} s. Ctrl-C stops it and keeps the data.`);
    const endWarnings = showWarnings(running.copies, {
      folder,
      format: options.logFormat,
      print: (line) => progress.line(line),
    });
    const endDev = options.dev ? restartOnChange(running.copies, at.records) : undefined;
    return () => {
      endWarnings();
      endDev?.();
    };
  });
  try {
    await Promise.race([start, stopAsked]);
    await stopAsked;
    progress.line('\nStopping');
    return 0;
  } catch (error) {
    tell(error);
    return 1;
  } finally {
    await stack.stop();
    // A failed start was reported above, or it was cut short.
    const endWatching = await start.catch(() => undefined);
    endWatching?.();
  }
};

const alreadyRuns = ({ pid, url }: Instance): UserError =>
  new UserError(
    `It already runs, as process ${pid}${url ? `, at ${url}` : ''}.`,
    `Stop that with Ctrl-C or kill ${pid}; or run another beside it: PORT=0 CDS_DATA_DIR=.local-2 npm start`,
  );

const run = async (argv: readonly string[]): Promise<number> => {
  const options = readOptions(argv, process.env, { root: ROOT, isTerminal: process.stdout.isTTY });
  if (!options) {
    progress.line(HELP);
    return 0;
  }
  const folder = openDataFolder(options.dataDir);
  const lock = lockInstance(folder.lock);
  if ('heldBy' in lock) throw alreadyRuns(lock.heldBy);
  try {
    const records = new RunRecords(folder.run);
    const orphans = await endOrphans(records);
    if (orphans.length > 0)
      progress.line(`healed       ended what a killed start had left running: ${orphans.join(', ')}`);
    const hasGateway = options.services.includes('gateway');
    const port = hasGateway ? await gatewayPort(options.port) : options.port;
    if (hasGateway) lock.announce(`http://127.0.0.1:${port}`);
    return await runStack({ options, folder, records, port });
  } finally {
    lock.release();
  }
};

/** Runs the local stack until it is asked to stop, and returns the exit code. */
export const main = async (argv: readonly string[]): Promise<number> => {
  try {
    return await run(argv);
  } catch (error) {
    tell(error);
    return 1;
  }
};
