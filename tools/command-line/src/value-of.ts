import { readFileSync } from 'node:fs';

/**
 * The value of an environment variable, or of the file that `NAME_FILE` names; undefined when neither says anything.
 */
export const valueOf = (name: string, env: NodeJS.ProcessEnv): string | undefined => {
  const file = env[`${name}_FILE`];
  return (file ? readFileSync(file, 'utf8').trim() : env[name]) || undefined;
};
