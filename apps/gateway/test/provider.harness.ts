import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CLIENT = { id: 'catches', secret: 'secret of catches' };

export interface OutsideAccount {
  readonly sub: string | number;
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly name?: string;
}

/** A small OAuth 2.0 provider: authorization code with PKCE, and userinfo. */
export class ProviderServer {
  private readonly codes = new Map<string, { account: OutsideAccount; challenge: string; redirectUri: string }>();
  private readonly tokens = new Map<string, OutsideAccount>();
  private readonly server = createServer((request, response) => void this.answer(request, response));
  /** Whether its endpoints fail. */
  isBroken = false;

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server.close();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      OAUTH_PROVIDER_NAME: 'Angler ID',
      OAUTH_PROVIDER_AUTHORIZATION_URL: `${this.origin}/authorize`,
      OAUTH_PROVIDER_TOKEN_URL: `${this.origin}/token`,
      OAUTH_PROVIDER_USERINFO_URL: `${this.origin}/userinfo`,
      OAUTH_PROVIDER_CLIENT_ID: CLIENT.id,
      OAUTH_PROVIDER_CLIENT_SECRET: CLIENT.secret,
    };
  }

  /** What the provider does when somebody signs in and agrees: the path of the callback that the browser is sent to. */
  agree(authorizationUrl: string, account: OutsideAccount): string {
    const { searchParams: asked } = new URL(authorizationUrl);
    if (
      asked.get('response_type') !== 'code' ||
      asked.get('client_id') !== CLIENT.id ||
      asked.get('code_challenge_method') !== 'S256'
    )
      throw new Error(`bad request: ${authorizationUrl}`);
    const code = randomUUID();
    const redirectUri = asked.get('redirect_uri') ?? '';
    this.codes.set(code, { account, challenge: asked.get('code_challenge') ?? '', redirectUri });
    const callback = new URL(redirectUri);
    callback.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
    return callback.pathname + callback.search;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isBroken) return void response.writeHead(500).end();
    const answer =
      request.url === '/token'
        ? this.token(new URLSearchParams(await bodyOf(request)))
        : this.tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    response
      .writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: 'invalid_grant' }));
  }

  private token(sent: URLSearchParams): object | undefined {
    const code = this.codes.get(sent.get('code') ?? '');
    this.codes.delete(sent.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = sent.get('client_id') === CLIENT.id && sent.get('client_secret') === CLIENT.secret;
    if (!code || !isClient || challenge !== code.challenge || sent.get('redirect_uri') !== code.redirectUri)
      return undefined;
    const token = randomUUID();
    this.tokens.set(token, code.account);
    return { access_token: token, token_type: 'Bearer' };
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
};
