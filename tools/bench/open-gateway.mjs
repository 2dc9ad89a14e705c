// The gateway as it is, but for two things: it asks nobody who they are, and limits nobody. What the bench compares the
// gateway with. Told by BENCH_PRINCIPAL for whom everybody is taken; prints its address.
import { startService } from '@cds/service-kit';
import { Authenticator } from '../../apps/gateway/dist/identity/authentication/authenticator.js';
import { readConfig } from '../../apps/gateway/dist/config.js';
import { Proxy } from '../../apps/gateway/dist/edge/proxy/proxy.js';
import { gatewayService } from '../../apps/gateway/dist/service.js';

const principal = JSON.parse(process.env.BENCH_PRINCIPAL);
const { app, url } = await startService(gatewayService(readConfig()));

/** Replaces methods that exist: one of another name would be added, and the gateway would be compared with itself. */
const replace = (target, methods) => {
  for (const name of Object.keys(methods))
    if (typeof target[name] !== 'function') throw new Error(`${target.constructor.name} has no method ${name}.`);
  Object.assign(target, methods);
};
replace(app.get(Authenticator), { authenticate: () => principal });
replace(app.get(Proxy), { takeFrom: () => undefined, limit: (_exchange, _taken, next) => next() });
process.stdout.write(`${url}\n`);
