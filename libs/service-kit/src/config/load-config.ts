import type { z } from 'zod';
import { type ConfigOf, type ConfigSpec, isSetting, type Setting } from './setting.js';

/** The environment does not fit the settings. The message has a line per bad variable and no secret. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((one) => `  ${one}`).join('\n')}`,
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
    const text = env[node.name] || node.default;
    const result = node.schema.safeParse(text);
    if (result.success) values[key] = result.data;
    else problems.push(`${node.name} ${reasonOf(node, text, result.error.issues)}. Meaning: ${node.meaning}`);
  }
  return values;
};

/**
 * Reads every setting from the environment; throws one `ConfigError` that names all that is wrong. An empty variable
 * counts as unset.
 */
export const loadConfig = <S extends ConfigSpec>(spec: S, env: NodeJS.ProcessEnv): ConfigOf<S> => {
  const problems: string[] = [];
  const values = readAll(spec, env, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return values as ConfigOf<S>;
};
