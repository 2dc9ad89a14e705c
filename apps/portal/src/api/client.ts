import { CatchData } from '@catch-data/sdk';
import { queryClient } from '../app/query-client.js';
import { sessionQuery } from '../session/session.js';

/** The public API, called with the cookie of who signed in. */
export const cds = new CatchData({
  credentials: 'same-origin',
  headers: async () => {
    const { csrf_token: token } = await queryClient.ensureQueryData(sessionQuery);
    return token === null ? {} : { 'x-csrf-token': token };
  },
});
