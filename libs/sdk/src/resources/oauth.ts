import type { OAuthTokens, OAuthTokenSource } from '../runtime/oauth.js';
import type { RequestOptions } from '../runtime/options.js';

/** The tokens of a client with the option `oauth`. */
export class OAuth {
  constructor(private readonly source: OAuthTokenSource | undefined) {}

  /** Trades the code that an authorization ended with for tokens, which this client uses from then on. */
  exchange(
    {
      code,
      redirectUri,
      codeVerifier,
    }: { readonly code: string; readonly redirectUri: string; readonly codeVerifier: string },
    options?: RequestOptions,
  ): Promise<OAuthTokens> {
    return this.tokens.exchange(code, redirectUri, codeVerifier, options);
  }

  /** Ends the grant: its tokens are refused within seconds. */
  revoke(options?: RequestOptions): Promise<void> {
    return this.tokens.revoke(options);
  }

  private get tokens(): OAuthTokenSource {
    if (!this.source) throw new TypeError('The option oauth is needed: { clientId, clientSecret }.');
    return this.source;
  }
}
