// The gateway as it is, except that it checks no credential and limits nobody: what the bench compares the gateway
// with. Takes everybody for the principal in BENCH_PRINCIPAL; prints its address.
import { startService } from '@cds/service-kit';
import { readConfig } from '../../apps/gateway/dist/config.js';
import { Authenticate } from '../../apps/gateway/dist/edge/pipeline/authenticate.js';
import { Limit } from '../../apps/gateway/dist/edge/pipeline/limit.js';
import { gatewayService } from '../../apps/gateway/dist/service.js';

const principal = JSON.parse(process.env.BENCH_PRINCIPAL);
const { app, url } = await startService(gatewayService(readConfig()));
Object.assign(app.get(Authenticate), { run: async (request) => void (request.caller = principal) });
Object.assign(app.get(Limit), { run: async () => undefined });
process.stdout.write(`${url}\n`);
