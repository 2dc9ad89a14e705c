// The gateway as it is, but for two things: it asks nobody who they are, and limits nobody. What the bench compares the
// gateway with. Told by BENCH_PRINCIPAL for whom everybody is taken; prints its address.
import { startService } from '@cds/service-kit';
import { Authenticator } from '../../apps/gateway/dist/identity/authentication/authenticator.js';
import { readConfig } from '../../apps/gateway/dist/config.js';
import { Proxy } from '../../apps/gateway/dist/edge/proxy/proxy.js';
import { gatewayService } from '../../apps/gateway/dist/service.js';

const principal = JSON.parse(process.env.BENCH_PRINCIPAL);
const { app, url } = await startService(gatewayService(readConfig()));
Object.assign(app.get(Authenticator), { authenticate: () => principal });
Object.assign(app.get(Proxy), { takeFrom: () => undefined, limit: (_exchange, _taken, next) => next() });
process.stdout.write(`${url}\n`);
