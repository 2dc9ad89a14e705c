import { html } from 'hono/html';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { type Page, renderPage } from '../../../site/pages/page.js';

/** Shows a page in the place of an answer of the protocol's library. */
export const show = async (ctx: KoaContextWithOIDC, page: Page): Promise<void> => {
  const { headers, text } = await renderPage(page);
  ctx.set({ ...headers });
  ctx.body = text;
};

const OURS = new Set(['server_error', 'temporarily_unavailable']);

/** What the app did wrong, or that it is our fault, for the person who came from it; nothing of the inside. */
export const showError = (
  ctx: KoaContextWithOIDC,
  { error, error_description: description }: ErrorOut,
): Promise<void> =>
  show(ctx, {
    title: OURS.has(error) ? 'This does not work right now' : 'The app cannot be signed in',
    formAction: 'none',
    body: html`<p class="problem">
        ${
          OURS.has(error)
            ? 'Try again in a moment.'
            : `The app asked for something that is not possible: ${description ?? 'it gave no details'}.`
        }
      </p>
      <p><code>${error}</code></p>
      <p>Go back to the app and try again. If it keeps failing, contact the developer of the app.</p>`,
  });
