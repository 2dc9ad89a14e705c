// What the samples of the README take for given.
import type { IncomingMessage } from 'node:http';
import type { CatchData as Client, CatchDataEvent, OAuthTokens } from '@catch-data/sdk';

declare global {
  const CatchData: typeof Client;
  const cds: Client;
  const [apiKey, baseUrl, clientId, clientSecret]: string[];
  const [code, redirectUri, codeVerifier]: string[];
  const tokens: OAuthTokens;
  const store: { readonly save: (tokens: OAuthTokens) => Promise<void> };
  const csrfToken: () => string;
  const request: IncomingMessage;
  const rawBody: Uint8Array;
  const handle: (event: CatchDataEvent) => Promise<void>;
  let lastEventId: string | undefined;
}
