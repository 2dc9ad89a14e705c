import { eventually } from '@cds/testing';

export interface ToldEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** A client of server-sent events. */
export class StreamReader {
  readonly told: ToldEvent[] = [];
  comments = 0;
  lastEventId = '';
  isOver = false;
  private readonly aborting = new AbortController();

  private constructor(readonly response: Response) {}

  static async open(url: string, headers: Record<string, string>): Promise<StreamReader> {
    const aborting = new AbortController();
    const reader = new StreamReader(await fetch(url, { headers, signal: aborting.signal }));
    aborting.signal.throwIfAborted();
    reader.aborting.signal.addEventListener('abort', () => aborting.abort());
    if (reader.response.status === 200) void reader.read();
    return reader;
  }

  get ids(): string[] {
    return this.told.map(({ id }) => id);
  }

  async got(...ids: string[]): Promise<void> {
    await eventually(
      () => {
        for (const id of ids) if (!this.ids.includes(id)) throw new Error(`${id} is not told yet`);
      },
      { timeoutMs: 20_000 },
    );
  }

  close(): void {
    this.aborting.abort();
  }

  private async read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const piece of this.response.body ?? []) {
        text += decoder.decode(piece as Uint8Array, { stream: true });
        const frames = text.split('\n\n');
        text = frames.pop() ?? '';
        for (const frame of frames) this.take(frame);
      }
    } catch {
      // It was cut off, or closed.
    }
    this.isOver = true;
  }

  private take(frame: string): void {
    const fields = new Map<string, string>();
    for (const line of frame.split('\n')) {
      const [name = '', ...rest] = line.split(': ');
      if (name === '') this.comments += 1;
      else fields.set(name, rest.join(': '));
    }
    const id = fields.get('id');
    if (id !== undefined) this.lastEventId = id;
    const data = fields.get('data');
    if (data !== undefined) this.told.push({ id: id ?? '', event: fields.get('event') ?? '', data });
  }
}
