import type { RunningStack } from '@cds/local/running-stack';
import { noteSecretsOf } from '@cds/testing';

export interface Page<T> {
  data: T[];
  total: number;
  has_more: boolean;
}

/** Calls the running product as a client with a key does; an answer that is no success is an error. */
export class Api {
  constructor(
    private readonly stack: RunningStack,
    private readonly key: string,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.call<T>('GET', path);
  }

  post<T = { id: string }>(path: string, body: object = {}): Promise<T> {
    return this.call<T>('POST', path, body);
  }

  patch<T = { id: string }>(path: string, body: object): Promise<T> {
    return this.call<T>('PATCH', path, body);
  }

  delete(path: string): Promise<unknown> {
    return this.call('DELETE', path);
  }

  /** All rows of a list, page by page. */
  async list<T>(path: string): Promise<T[]> {
    const rows: T[] = [];
    for (let page = 1; ; page += 1) {
      const separator = path.includes('?') ? '&' : '?';
      const { data, has_more: hasMore } = await this.get<Page<T>>(`${path}${separator}per_page=100&page=${page}`);
      rows.push(...data);
      if (!hasMore) return rows;
    }
  }

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.stack.credentials.base_url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    noteSecretsOf({ headers: {}, body: text });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : {}) as T;
  }
}
