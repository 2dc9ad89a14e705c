import { heading, json, line } from './print.js';

/** Calls the API and shows each call and its answer; an answer with another status than expected ends the story. */
export class Api {
  constructor(private readonly baseUrl: string) {}

  async call<T>(key: string, method: string, path: string, expected: number, body?: unknown): Promise<T> {
    heading(`${method} ${path}`);
    if (body !== undefined) json('sent', body);
    const answer = await this.fetch(key, method, path, body);
    const text = await answer.text();
    const parsed = (text ? JSON.parse(text) : null) as T;
    line(`${answer.status} ${answer.statusText}`);
    if (parsed !== null) json('answer', parsed);
    if (answer.status !== expected) throw new Error(`${method} ${path} answered ${answer.status}, not ${expected}`);
    return parsed;
  }

  /** Without showing anything, for what is asked again and again until it is there. */
  async read<T>(key: string, path: string): Promise<T> {
    return (await this.fetch(key, 'GET', path)).json() as Promise<T>;
  }

  private fetch(key: string, method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}
