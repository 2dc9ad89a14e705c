import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

interface LogLine {
  level?: string;
  msg?: string;
  reason?: string;
  err?: { message?: string };
}

const BUFFER_BYTES = 256 * 1024;
const SEVERE = /"level":"(warn|error|fatal)"/;

const parsed = (text: string): LogLine | undefined => {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return undefined;
  }
};

/** What a line is about, without what differs from one to the next. */
export const messageOf = (text: string): string => parsed(text)?.msg ?? text;

/** A service's JSON line as a person reads it. */
export const prettyLine = (name: string, text: string): string => {
  const line = parsed(text);
  if (!line) return `${name.padEnd(12)} ${text}`;
  return (
    `${name.padEnd(12)} ${(line.level ?? '').toUpperCase()} ` +
    `${[line.msg, line.reason, line.err?.message].filter(Boolean).join(': ')}`
  );
};

/** Follows a log from its present end and hands over the lines that are warnings or worse. */
export class LogWatcher {
  private position: number;
  private rest = '';

  constructor(
    readonly name: string,
    private readonly file: string,
  ) {
    this.position = this.size();
  }

  severeLines(): string[] {
    const size = this.size();
    if (size < this.position) this.position = 0;
    const lines: string[] = [];
    while (this.position < size) {
      const parts = (this.rest + this.read(size)).split('\n');
      this.rest = parts.pop() ?? '';
      lines.push(...parts.filter((line) => SEVERE.test(line)));
    }
    return lines;
  }

  private read(size: number): string {
    const buffer = Buffer.alloc(Math.min(BUFFER_BYTES, size - this.position));
    const file = openSync(this.file, 'r');
    const count = readSync(file, buffer, 0, buffer.length, this.position);
    closeSync(file);
    this.position += count;
    return buffer.toString('utf8', 0, count);
  }

  private size(): number {
    return existsSync(this.file) ? statSync(this.file).size : 0;
  }
}
