import { html } from 'hono/html';
import type { Configuration, ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Html } from '../../../site/pages/page.js';
import { ENDPOINTS } from './endpoints.js';
import { show } from './error-page.js';

type DeviceFlow = Required<NonNullable<NonNullable<Configuration['features']>['deviceFlow']>>;

/** Asks for the code that a device shows; again, where the last one was of no use. */
export const showDeviceCodeForm: DeviceFlow['userCodeInputSource'] = (ctx, _form, out, error) => {
  if (out && isWithoutSession(ctx)) return beginAnew(ctx);
  if (error?.name === 'AbortedError')
    return show(ctx, {
      title: 'Cancelled',
      formAction: 'none',
      body: html`<p>The device was not connected. You can close this page.</p>`,
    });
  return show(ctx, {
    title: 'Connect a device',
    body: html`${out && html`<p class="problem">${reasonOf(error?.name, out)}</p>`}
      <form method="post" action="${ENDPOINTS.code_verification}">
        <input type="hidden" name="xsrf" value="${xsrfOf(ctx)}" />
        <label for="user_code">Code that the device shows</label>
        <input
          id="user_code"
          name="user_code"
          required
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          value="${codeInLink(ctx)}"
        />
        <button>Continue</button>
      </form>`,
  });
};

/** The library stores nothing for a browser that it has just met when it shows an error to it. */
const isWithoutSession = ({ oidc }: KoaContextWithOIDC): boolean => typeof oidc.session?.exp !== 'number';

/** A form that is answered with an error here could not be sent, so the browser gets one that can be. */
const beginAnew = (ctx: KoaContextWithOIDC): void => {
  if (ctx.oidc.session) Object.assign(ctx.oidc.session, { touched: false });
  ctx.redirect(ENDPOINTS.code_verification);
  ctx.status = 303;
};

/** Lets the person compare the code, so that nobody is made to connect the device of somebody else. */
export const showDeviceCodeConfirmation: DeviceFlow['userCodeConfirmSource'] = (
  ctx,
  _form,
  client,
  _device,
  userCode,
) =>
  show(ctx, {
    title: `Connect ${client.clientName ?? 'the app'}?`,
    body: html`<p>The device must show this code:</p>
      <p><code>${userCode}</code></p>
      <p class="note">Continue only if the device is in front of you and you started this yourself.</p>
      <form method="post" action="${ENDPOINTS.code_verification}">
        <input type="hidden" name="xsrf" value="${xsrfOf(ctx)}" />
        <input type="hidden" name="user_code" value="${userCode}" />
        ${button('confirm', 'Continue')}${button('abort', 'Cancel')}
      </form>`,
  });

export const showDeviceApproved: DeviceFlow['successSource'] = (ctx) =>
  show(ctx, {
    title: 'The device is connected',
    formAction: 'none',
    body: html`<p>${ctx.oidc.client?.clientName ?? 'The app'} continues by itself. You can close this page.</p>`,
  });

const button = (name: 'confirm' | 'abort', text: string): Html =>
  html`<button name="${name}" value="yes" ${name === 'abort' ? html` class="plain"` : ''}>${text}</button>`;

/** Made for this browser's session, and checked by the library. */
const xsrfOf = ({ oidc }: KoaContextWithOIDC): string =>
  String((oidc.session as { state?: { secret?: string } } | undefined)?.state?.secret ?? '');

/** Of `verification_uri_complete`. */
const codeInLink = ({ state }: KoaContextWithOIDC): string => {
  const { userCode } = state as { userCode?: unknown };
  return typeof userCode === 'string' ? userCode.slice(0, 20) : '';
};

const REASONS: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code.',
  NotFoundError: 'No device is waiting for this code. Compare it with the one that the device shows.',
  ExpiredError: 'The code has expired. Start again on the device.',
  AlreadyUsedError: 'The code has already been used. Start again on the device.',
  InvalidClient: 'The app on the device is no longer registered here. Contact its developer.',
};

const reasonOf = (name: string | undefined, { error, error_description: description }: ErrorOut): string =>
  REASONS[name ?? ''] ?? description ?? error;
