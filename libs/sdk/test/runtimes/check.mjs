// What an author would write, and the same in every runtime: a list, a failure, and webhooks of both signatures.
import { CatchData, isCatchDataError } from '@catch-data/sdk';
import { verify } from '@catch-data/sdk/webhooks';

export const check = async ({ baseUrl, body, headers, keys, foreign }) => {
  const cds = new CatchData({ apiKey: 'cds_live_test', baseUrl });
  const ids = [];
  for await (const { id } of cds.catches.list({ species: 'walleye' })) ids.push(id);
  const codeOf = (error) => (isCatchDataError(error) ? error.code : String(error));
  return {
    ids,
    refused: await cds.catches.delete('catch_1').catch(codeOf),
    events: await Promise.all(keys.map(async (key) => (await verify(headers, body, key)).id)),
    forged: await verify(headers, body, foreign).catch(codeOf),
  };
};
