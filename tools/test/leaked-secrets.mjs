import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

/**
 * Which of the secrets that a run of the tests made stand in a line that it logged. Answers what was looked at too: a
 * record without secrets or lines is no proof of anything.
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
  const all = lines.join('\n');
  const leaks = [...secrets]
    .filter((secret) => all.includes(secret))
    .map((secret) => ({ secret, line: lines.find((line) => line.includes(secret)) }));
  return { secrets: secrets.size, lines: lines.length, leaks };
};
