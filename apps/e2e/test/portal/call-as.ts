import type { Page } from 'playwright-core';

/** Calls the API as the portal does, with the session of who is signed in. Fails for what is no success. */
export const callAs = <T = unknown>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([verb, address, json]) => {
      const { csrf_token: token } = (await (await fetch('/portal/session')).json()) as { csrf_token: string };
      const headers = { 'x-csrf-token': token, ...(json && { 'content-type': 'application/json' }) };
      const answer = await fetch(address, { method: verb, headers, ...(json && { body: json }) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${verb} ${address}: ${answer.status} ${text}`);
      return JSON.parse(text) as unknown;
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  ) as Promise<T>;
