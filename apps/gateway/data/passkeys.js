'use strict';

// Asks the browser for a passkey when a form is sent that needs one, and sends its answer along.
{
  const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;

  const messageOf = ({ name }) =>
    name === 'InvalidStateError'
      ? 'This device or password manager has a passkey for you already.'
      : 'The browser gave no passkey: it was cancelled, took too long, or there is none for this site.';

  for (const part of browserSupportsWebAuthn() ? document.querySelectorAll('[data-passkey]') : []) {
    const form = part.querySelector('form');
    const problem = part.querySelector('[role=alert]');
    const start = part.dataset.passkey === 'register' ? startRegistration : startAuthentication;
    part.hidden = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      problem.hidden = true;
      try {
        const answer = await start({ optionsJSON: JSON.parse(part.dataset.options) });
        form.elements.answer.value = JSON.stringify(answer);
        form.submit();
      } catch (error) {
        problem.textContent = messageOf(error);
        problem.hidden = false;
      }
    });
  }
}
