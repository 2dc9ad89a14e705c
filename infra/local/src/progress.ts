const NAME_WIDTH = 12;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Shows one line per step when it is done and, on a terminal, what is being done on the last line. */
export class Progress {
  private readonly running = new Set<string>();

  constructor(private readonly output: { write(text: string): unknown; isTTY?: boolean }) {}

  async step<T>(name: string, work: () => Promise<T>, describe: (value: T) => string): Promise<T> {
    const since = performance.now();
    this.running.add(name);
    this.redraw();
    try {
      const value = await work();
      this.running.delete(name);
      this.line(`${name.padEnd(NAME_WIDTH)} ${describe(value)}  ${seconds(performance.now() - since)}`);
      return value;
    } finally {
      this.running.delete(name);
      this.redraw();
    }
  }

  line(text: string): void {
    this.output.write(`${this.clear()}${text}\n`);
    this.redraw();
  }

  private clear(): string {
    return this.output.isTTY ? '\r\u001b[K' : '';
  }

  private redraw(): void {
    if (!this.output.isTTY) return;
    const text = this.running.size > 0 ? `… ${[...this.running].join(', ')}` : '';
    this.output.write(`${this.clear()}${text}`);
  }
}
