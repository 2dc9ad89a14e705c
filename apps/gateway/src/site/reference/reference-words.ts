/** What the page of the reference says at its beginning, before what the document says. */
export const BEGINNING = `
## Your first call

1. [Create an API key](/keys) in the portal. If you are signed in, you will find your keys there. The whole key is shown
   only once.
2. Paste it into *Authentication* on this page. It stays in this page's memory alone.
3. Open an operation, press *Test Request*, then *Send*. This is live data: a catch that you log here is public, and you
   can delete it again.

Apps that act for other people use OAuth 2.0: register one beside your [keys](/keys), then see
[its endpoints](#tag/oauth). Every error is explained at [/problems](/problems).
`;

/** In the place of the list of HTTP clients, which are none of ours. */
export const SDK = [
  {
    lang: 'TypeScript',
    description: 'The SDK has no dependencies and runs in Node, Deno, Bun, workers and browsers.',
    source: 'npm install @catch-data/sdk',
  },
];

/** How to authenticate, for who looks at the page. */
export const BEARER = 'An API key of yours, from [the portal](/keys), or an access token.';
