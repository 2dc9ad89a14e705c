import type { RunningStack } from '@cds/local/running-stack';
import { noteSecrets, noteSecretsOf } from '@cds/testing';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  /** Characters of the body. */
  readonly length: number;
}

/** An account of its own, and the one key that it begins with. */
export class Caller {
  private constructor(
    readonly origin: string,
    readonly key: string,
  ) {}

  static admin({ credentials }: RunningStack): Caller {
    return new Caller(credentials.base_url, credentials.api_key);
  }

  /** Its rate limit is high: the suite is about the other bounds. */
  static async of(stack: RunningStack, name: string): Promise<Caller> {
    const { base_url: origin, api_key: adminKey } = stack.credentials;
    const admin = new Caller(origin, adminKey);
    const account = await admin.made('/v1/accounts', { name, email: `${name}@example.com` });
    const scopes = ['catches:read', 'catches:write', 'leaderboards:read', 'species:read', 'keys:read', 'keys:write'];
    const limit = { limit: 100_000, window_seconds: 60 };
    const { key } = await admin.made('/v1/api-keys', { name, scopes, account_id: account['id'], rate_limit: limit });
    noteSecrets(String(key));
    return new Caller(origin, String(key));
  }

  async ask(method: string, path: string, body?: RequestInit['body'], headers: object = {}): Promise<Answered> {
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    noteSecretsOf({ headers: {}, body: text });
    const isJson = answer.headers.get('content-type')?.includes('json');
    const parsed = isJson && text ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: answer.status, headers: answer.headers, body: parsed, length: text.length };
  }

  send(path: string, body: object): Promise<Answered> {
    return this.ask('POST', path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  async made(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await this.send(path, body);
    if (answer.status > 202) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}
