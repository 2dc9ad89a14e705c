import { CatchData } from '@catch-data/sdk';
import { heading, json, line } from './print.js';

/** A client of the API that shows each call and its answer. */
export const shownClient = (baseUrl: string, apiKey: string): CatchData =>
  new CatchData({ baseUrl: `${baseUrl}/api`, apiKey, fetch: shown });

/** One that shows nothing, for what is asked again and again until it is there. */
export const quietClient = (baseUrl: string, apiKey: string): CatchData => new CatchData({ baseUrl, apiKey });

const shown = async (url: string, init: RequestInit): Promise<Response> => {
  const { pathname, search } = new URL(url);
  heading(`${init.method} ${pathname}${search}`);
  if (typeof init.body === 'string') json('sent', JSON.parse(init.body));
  const answer = await fetch(url, init);
  const text = await answer.clone().text();
  line(`${answer.status} ${answer.statusText}`);
  if (text) json('answer', JSON.parse(text));
  return answer;
};
