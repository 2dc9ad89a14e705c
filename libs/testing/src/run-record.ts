import { appendFileSync, cpSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { uniqueName } from './unique-name.js';

/**
 * Names the folder in which a run of all tests gathers what was logged and which secrets were made; unset in other
 * runs.
 */
export const RUN_RECORD = 'CDS_TEST_RECORD';

/** Shorter ones would be found in lines that do not mean them. */
const MIN_LENGTH = 16;

const append = (file: string, text: string): void => {
  const folder = process.env[RUN_RECORD];
  if (folder) appendFileSync(join(folder, file), text);
};

/** A destination of log lines for services under test: the run looks for secrets in them when it is over. */
export const recordedLog = (write: (line: string) => void = () => undefined): { write(line: string): void } => ({
  write: (line) => {
    write(line);
    append(`${process.pid}.log`, line.endsWith('\n') ? line : `${line}\n`);
  },
});

/** Secrets that a test made or was given: no line of any log may have one. */
export const noteSecrets = (...secrets: readonly (string | null | undefined)[]): void => {
  for (const secret of secrets)
    if (secret && secret.length >= MIN_LENGTH) append(`${process.pid}.secrets`, `${JSON.stringify(secret)}\n`);
};

/** Adds the logs that processes wrote into a folder. */
export const recordLogs = (folder: string): void => {
  const record = process.env[RUN_RECORD];
  if (record && existsSync(folder))
    cpSync(folder, join(record, `${basename(uniqueName('logs'))}`), { recursive: true });
};

/** Notes the secrets in what was sent and answered: credentials, cookies, and fields of JSON or forms that hold one. */
export const noteSecretsOf = ({
  headers,
  body,
}: {
  headers: Readonly<Record<string, unknown>>;
  body?: string | undefined;
}): void => {
  const { authorization, cookie, 'set-cookie': setCookie, location } = headers;
  noteSecrets(typeof authorization === 'string' ? authorization.split(' ')[1] : undefined);
  for (const one of [cookie, setCookie].flat())
    for (const [, value] of String(one ?? '').matchAll(/=([^;,\s]+)/g)) noteSecrets(value);
  for (const [, value] of `${String(location ?? '')}&${body ?? ''}`.matchAll(FORM_FIELD))
    noteSecrets(decodeURIComponent(value ?? ''));
  for (const [, value] of (body ?? '').matchAll(JSON_FIELD)) noteSecrets(value);
};

const NAMES = 'key|secret|client_secret|access_token|refresh_token|device_code|code_verifier|password|token|csrf|_csrf';
// In JSON `code` is that of a problem.
const JSON_FIELD = new RegExp(`"(?:${NAMES})"\\s*:\\s*"([^"\\\\]+)"`, 'g');
const FORM_FIELD = new RegExp(`(?:^|[?&])(?:${NAMES}|code)=([^&#\\s%"]+)`, 'g');
