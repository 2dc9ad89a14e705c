/** A message of a stream of server-sent events. */
export interface SseMessage {
  /** The last id that the stream named, with this message or before it. */
  readonly id: string;
  readonly data: string;
}

/** Reads `text/event-stream` (HTML standard, section 9.2.6) in pieces of any size. */
export class SseParser {
  /** How long the server asks to wait before a new connection. */
  retryMs: number | undefined;
  /** The id of the last whole block that named one, with data or without. */
  lastId: string;
  private id: string;
  private data: string[] = [];
  private rest = '';

  constructor(lastId = '') {
    this.id = this.lastId = lastId;
  }

  /** The messages that end in this piece. */
  push(piece: string): SseMessage[] {
    // A carriage return at the end may be half of a line's end.
    const text = this.rest + piece;
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\r|\n/);
    this.rest = (lines.pop() ?? '') + text.slice(end);
    return lines.flatMap((line) => this.read(line));
  }

  private read(line: string): SseMessage[] {
    if (line === '') return this.dispatch();
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') this.data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
    return [];
  }

  private dispatch(): SseMessage[] {
    const { data } = this;
    this.data = [];
    this.lastId = this.id;
    return data.length > 0 ? [{ id: this.id, data: data.join('\n') }] : [];
  }
}
