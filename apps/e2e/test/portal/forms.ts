import type { APIRequestContext, APIResponse } from 'playwright-core';

const HIDDEN = /<input type="hidden" name="([^"]+)" value="([^"]*)"/g;

/** Sends a form of one of the gateway's own pages, with what it holds unseen; fails when it is refused. */
export const submitForm = async (
  request: APIRequestContext,
  page: string,
  fields: Readonly<Record<string, string>>,
): Promise<APIResponse> => {
  const html = await (await request.get(page)).text();
  const [, action = '', form = ''] = /<form method="post" action="([^"]+)">(.*?)<\/form>/s.exec(html) ?? [];
  const hidden = [...form.matchAll(HIDDEN)].map(([, name = '', value = '']) => [name, value] as const);
  const answer = await request.post(action, { form: { ...Object.fromEntries(hidden), ...fields } });
  if (!answer.ok()) throw new Error(`${page}: ${answer.status()} ${await answer.text()}`);
  return answer;
};
