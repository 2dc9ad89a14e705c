import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { isPublished, isReachableByOthers } from './published-secrets.js';
import { type ConfigOf, type ConfigSpec, isSetting, type Setting } from './setting.js';

/** The environment does not fit the settings. The message has a line per bad variable and no secret. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      [
        `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:`,
        ...problems.map((one) => `  ${one}`),
      ].join('\n'),
    );
    this.name = 'ConfigError';
  }
}

const shown = (setting: Setting<unknown>, text: string): string =>
  setting.secret ? '(secret, not shown)' : JSON.stringify(text.slice(0, 100));

const reasonOf = (setting: Setting<unknown>, text: string | undefined, issues: readonly z.core.$ZodIssue[]): string => {
  if (text === undefined) return 'is not set';
  const reasons = [...new Set(issues.map((issue) => issue.message))].join(', ');
  return `is ${shown(setting, text)}: ${reasons}`;
};

const readAll = (spec: ConfigSpec, env: NodeJS.ProcessEnv, problems: string[]): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const [key, node] of Object.entries(spec)) {
    if (!isSetting(node)) {
      values[key] = readAll(node, env, problems);
      continue;
    }
    const read = readOne(node, env);
    if ('value' in read) values[key] = read.value;
    else problems.push(`${read.problem}. Meaning: ${node.meaning}`);
  }
  return values;
};

type Read = { readonly value: unknown } | { readonly problem: string };

const readOne = (setting: Setting<unknown>, env: NodeJS.ProcessEnv): Read => {
  const file = env[`${setting.name}_FILE`];
  let text: string | undefined;
  try {
    text = (file ? readFileSync(file, 'utf8').replace(/\r?\n$/, '') : env[setting.name]) || setting.default;
  } catch (error) {
    return { problem: `${setting.name}_FILE is ${JSON.stringify(file)}, which cannot be read (${codeOf(error)})` };
  }
  if (setting.secret && text !== undefined && isPublished(text) && isReachableByOthers(env))
    return {
      problem:
        `${setting.name} is the value that docker-compose.yml publishes, and PUBLIC_URL is not an address of this ` +
        'machine alone: set a secret of your own',
    };
  const missing = setting.needs.find((name) => !env[name] && !env[`${name}_FILE`]);
  if (text !== undefined && missing !== undefined) return { problem: `${setting.name} is set, and ${missing} is not` };
  const result = setting.schema.safeParse(text);
  return result.success
    ? { value: result.data }
    : { problem: `${setting.name} ${reasonOf(setting, text, result.error.issues)}` };
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';

/**
 * Reads every setting from the environment; throws one `ConfigError` that names all that is wrong. An empty variable
 * counts as unset. `NAME_FILE` names a file that has the value of `NAME`, as secrets of Docker and Kubernetes are
 * mounted, and takes precedence over `NAME`; one line break at its end is dropped. A secret that `docker-compose.yml`
 * publishes is refused where others can reach the service.
 */
export const loadConfig = <S extends ConfigSpec>(spec: S, env: NodeJS.ProcessEnv): ConfigOf<S> => {
  const problems: string[] = [];
  const values = readAll(spec, env, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return values as ConfigOf<S>;
};
