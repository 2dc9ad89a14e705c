import { queryClient } from '../app/query-client.js';
import { sessionQuery } from './session.js';

/** What a call of the API carries beside the cookie. */
export const csrfHeaders = async (): Promise<Record<string, string>> => {
  const { csrf_token: token } = await queryClient.ensureQueryData(sessionQuery);
  return token === null ? {} : { 'x-csrf-token': token };
};
