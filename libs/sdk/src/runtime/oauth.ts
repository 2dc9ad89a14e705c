import type { Authenticator } from './authenticator.js';
import { CatchDataError } from './errors.js';
import type { HeaderValues, RequestOptions } from './options.js';
import type { Transport } from './transport.js';

export interface OAuthTokens {
  readonly accessToken: string;
  /** Changes with each use. */
  readonly refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface OAuthOptions {
  readonly clientId: string;
  /** Of a confidential client. */
  readonly clientSecret?: string | undefined;
  /** All of the client's by default. */
  readonly scopes?: readonly string[] | undefined;
  /** What a person allowed. Without it the client acts for its own account, by its secret. */
  readonly tokens?: OAuthTokens | undefined;
  /**
   * Keeps new tokens. It is awaited before they are used: a refresh token is spent by its use, and one that is not kept
   * logs the person out.
   */
  readonly onTokens?: ((tokens: OAuthTokens) => void | Promise<void>) | undefined;
}

interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in: number;
}

/** Renewed while calls in progress can still use the old one. */
const EARLY_MS = 30_000;
/** A 401 to a token that is newer than this is none to the token before it. */
const JUST_RENEWED_MS = 5_000;

/** Access tokens that are renewed in time, with one request for all calls that wait for it. */
export class OAuthTokenSource implements Authenticator {
  private tokens: OAuthTokens | undefined;
  private renewedAt = -Infinity;
  private renewal: Promise<OAuthTokens> | undefined;

  constructor(
    private readonly options: OAuthOptions,
    private readonly transport: () => Transport,
  ) {
    this.tokens = options.tokens;
  }

  async headers(signal?: AbortSignal): Promise<HeaderValues> {
    const current = this.tokens;
    const isGood = current !== undefined && Date.now() < current.expiresAt - EARLY_MS;
    const { accessToken } = isGood ? current : await this.renewOnce(signal);
    return { authorization: `Bearer ${accessToken}` };
  }

  async renew(signal?: AbortSignal): Promise<boolean> {
    if (performance.now() - this.renewedAt > JUST_RENEWED_MS) await this.renewOnce(signal);
    return true;
  }

  /** Trades the code that an authorization ended with for tokens. */
  exchange(code: string, redirectUri: string, codeVerifier: string, options?: RequestOptions): Promise<OAuthTokens> {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier };
    return this.ask(grant, options);
  }

  /** Ends the grant: its tokens are refused from now on. */
  async revoke(options?: RequestOptions): Promise<void> {
    const token = this.tokens?.refreshToken ?? this.tokens?.accessToken;
    this.tokens = undefined;
    if (token !== undefined) await this.post('/oauth/revoke', { token }, options);
  }

  /** The renewal outlives the call that began it: others wait for it too. */
  private renewOnce(signal?: AbortSignal): Promise<OAuthTokens> {
    this.renewal ??= this.renewNow().finally(() => (this.renewal = undefined));
    return signal ? untilAborted(this.renewal, signal) : this.renewal;
  }

  private renewNow(): Promise<OAuthTokens> {
    const refreshToken = this.tokens?.refreshToken;
    if (refreshToken !== undefined) return this.ask({ grant_type: 'refresh_token', refresh_token: refreshToken });
    const { clientSecret, scopes, tokens } = this.options;
    if (clientSecret === undefined || tokens !== undefined)
      return Promise.reject(
        new CatchDataError({
          code: 'sdk.tokens_expired',
          detail: 'The access token cannot be renewed: sign in again.',
        }),
      );
    const scope = scopes && { scope: scopes.join(' ') };
    return this.ask({ grant_type: 'client_credentials', ...scope });
  }

  private async ask(form: Record<string, string>, options?: RequestOptions): Promise<OAuthTokens> {
    const answer = (await this.post('/oauth/token', form, options)) as TokenAnswer;
    const tokens: OAuthTokens = {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? this.tokens?.refreshToken,
      expiresAt: Date.now() + answer.expires_in * 1_000,
    };
    // What was spent must not be used again, whatever becomes of keeping the new ones.
    this.tokens = tokens;
    this.renewedAt = performance.now();
    await this.options.onTokens?.(tokens);
    return tokens;
  }

  private async post(path: string, form: Record<string, string>, options?: RequestOptions): Promise<unknown> {
    const { clientId, clientSecret } = this.options;
    const pair =
      clientSecret === undefined ? undefined : `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const headers = { accept: 'application/json', authorization: pair && `Basic ${btoa(pair)}` };
    const body = new URLSearchParams(pair === undefined ? { ...form, client_id: clientId } : form);
    // A token that was spent by a lost answer is lost in any case: to ask again is the one chance that it was not.
    const request = { method: 'POST', path, headers, body, repeatable: true, authenticated: false };
    return (await this.transport().send(request, options)).value;
  }
}

const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
