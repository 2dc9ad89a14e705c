/** Where a tool writes what it was asked for, and what went wrong. Texts are lines, without the last newline. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

export const CONSOLE: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
};
