import sdk = require('@catch-data/sdk');
import webhooks = require('@catch-data/sdk/webhooks');

const tell = async (cds: sdk.CatchData): Promise<void> => {
  const { data }: sdk.Page<sdk.Catch> = await cds.catches.list();
  console.log(data.map(({ id }) => id).join());
  const options: sdk.ClientOptions = { baseUrl: process.argv[2] ?? '' };
  const failure: unknown = await new sdk.CatchData(options).catches
    .update('catch_1', {})
    .catch((error: unknown) => error);
  console.log(failure instanceof sdk.CatchDataError, failure instanceof webhooks.CatchDataError);
};
void tell(new sdk.CatchData({ apiKey: 'cds_live_test', baseUrl: process.argv[2] ?? '' }));
