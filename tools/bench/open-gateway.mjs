// The gateway as it is, except that it checks no credential and limits nobody: what the bench compares the gateway
// with. Takes everybody for the principal in BENCH_PRINCIPAL; prints its address.
import { startService } from '@cds/service-kit';
import { readConfig } from '../../apps/gateway/dist/config.js';
import { Authenticate } from '../../apps/gateway/dist/edge/pipeline/authenticate.js';
import { Limit } from '../../apps/gateway/dist/edge/pipeline/limit.js';
import { gatewayService } from '../../apps/gateway/dist/service.js';

const principal = JSON.parse(process.env.BENCH_PRINCIPAL);
const { app, url } = await startService(gatewayService(readConfig()));

/**
 * Replaces a stage of the pipeline. A stage that has no `run` would be left as it is, and the bench would compare
 * nothing.
 */
const replace = (stage, run) => {
  if (typeof stage.run !== 'function') throw new Error(`${stage.constructor.name} has no method run.`);
  Object.assign(stage, { run });
};
replace(app.get(Authenticate), async (request) => void (request.caller = principal));
replace(app.get(Limit), async () => undefined);
process.stdout.write(`${url}\n`);
