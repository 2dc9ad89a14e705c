// A copy of the gateway, as it is or, with BENCH_GUARDS=off, without what protects it and others from one caller:
// limits of requests, places of requests under way, and the watch over connections. It checks credentials and scopes
// either way. Prints its address.
import { startService } from '@cds/service-kit';
import { readConfig } from '../../apps/gateway/dist/config.js';
import { Connections } from '../../apps/gateway/dist/edge/connections/connections.js';
import { HoldPlace } from '../../apps/gateway/dist/edge/pipeline/hold-place.js';
import { Limit } from '../../apps/gateway/dist/edge/pipeline/limit.js';
import { gatewayService } from '../../apps/gateway/dist/service.js';

/** A guard that has no such method would be left as it is, and the bench would compare nothing. */
const replace = (guard, method, work) => {
  if (typeof guard[method] !== 'function') throw new Error(`${guard.name} has no method ${method}.`);
  guard[method] = work;
};

// Before the service starts: the watch begins with it.
if (process.env.BENCH_GUARDS === 'off') {
  replace(Limit.prototype, 'run', async () => undefined);
  replace(HoldPlace.prototype, 'run', async () => undefined);
  replace(Connections.prototype, 'watch', () => undefined);
}
const { url } = await startService(gatewayService(readConfig()));
process.stdout.write(`${url}\n`);
