import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

/**
 * Finds the secrets in a line. A run makes thousands of them and logs megabytes: to look for one after the other takes
 * about ten seconds, and to look up what stands at each place takes one. It is looked up by as much of the beginning as
 * the shortest secret has.
 */
const finderOf = (secrets) => {
  const length = Math.min(...[...secrets].map((secret) => secret.length));
  const byStart = Map.groupBy(secrets, (secret) => secret.slice(0, length));
  return (line) => {
    const found = [];
    for (let at = 0; at + length <= line.length; at += 1)
      for (const secret of byStart.get(line.slice(at, at + length)) ?? [])
        if (line.startsWith(secret, at)) found.push(secret);
    return found;
  };
};

/**
 * Which of the secrets that a run of the tests made stand in a line that it logged, each with the first such line.
 * Answers what was looked at too: a record without secrets or lines is no proof of anything.
 */
export const leakedSecrets = (folder) => {
  const files = filesIn(folder);
  const linesOf = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const secrets = new Set(
    files
      .filter((file) => file.endsWith('.secrets'))
      .flatMap(linesOf)
      .map((line) => JSON.parse(line)),
  );
  const lines = files.filter((file) => file.endsWith('.log')).flatMap(linesOf);
  const find = finderOf(secrets);
  const leaks = new Map();
  for (const line of lines) for (const secret of find(line)) if (!leaks.has(secret)) leaks.set(secret, line);
  return { secrets: secrets.size, lines: lines.length, leaks: [...leaks].map(([secret, line]) => ({ secret, line })) };
};
