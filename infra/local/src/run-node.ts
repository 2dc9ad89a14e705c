import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { ROOT } from './repository.js';

const lastLines = (text: string, count: number): string => text.trim().split('\n').slice(-count).join('\n');

/**
 * Runs a Node program to its end and returns what it wrote. An exit code other than 0 is an error with what `explain`
 * finds in the output, or else with its last lines.
 */
export const runNode = (
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  explain: (output: string) => string = () => '',
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors]: [string[], string[]] = [[], []];
    child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(output.join(''));
      const all = `${output.join('')}${errors.join('')}`;
      reject(new Error(explain(all) || lastLines(all, 40) || `${basename(file)} ended with code ${code}.`));
    });
  });
