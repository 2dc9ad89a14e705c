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

/** By the names of the library's errors. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidClient: 'The app is not registered here, or it has been deleted.',
  InvalidRedirectUri: 'The app wants to continue at an address that is not registered for it.',
  SessionNotFound: 'The sign-in has expired, or it began in another browser.',
};

/**
 * What the app did wrong, or that it is our fault, for the person who came from it; nothing of the inside. The words of
 * the library are for the app's developer.
 */
export const showError = (
  ctx: KoaContextWithOIDC,
  { error, error_description: description }: ErrorOut,
  { name }: Error,
): Promise<void> =>
  show(ctx, {
    title: OURS.has(error) ? 'This does not work right now' : 'The app cannot be signed in',
    formAction: 'none',
    body: html`<p class="problem">
        ${
          OURS.has(error)
            ? 'Try again in a moment.'
            : (REASONS[name] ?? 'The app asked for something that is not possible.')
        }
      </p>
      <p>Go back to the app and try again. If it keeps failing, contact the developer of the app.</p>
      <p>
        Details for the developer: <code>${error}</code>${!OURS.has(error) && description && html` ${description}`}
      </p>`,
  });
