import { newKey } from '../api.js';
import { cpuMsOfTree } from '../cpu-time.js';
import { fill } from '../fill.js';
import { judged, type Measurement } from '../measurement.js';
import { startGatewayCopy } from '../start-gateway-copy.js';
import type { Server } from '../start-server.js';
import { throughputOf } from '../throughput.js';

const ROUNDS = 5;

interface Cost {
  reads: number;
  gatewayMs: number;
  /** Of the services and the database behind the gateway. */
  restMs: number;
}

/**
 * What it costs an ordinary read to be protected: a copy of the gateway against one whose guards are off. Time of the
 * processor is compared, of which other work on the machine takes nothing away.
 */
export const guards = (): Measurement => {
  let [id, key] = ['', ''];
  return {
    name: 'guards',
    prepare: async ({ stack: { credentials } }) => {
      id = await fill(credentials, 1);
      key = await newKey(credentials);
    },
    run: async ({ stack, seconds }) => {
      const guarded = await startGatewayCopy(stack, 'gateway-copy.mjs', { BENCH_GUARDS: 'on' });
      const open = await startGatewayCopy(stack, 'gateway-copy.mjs', { BENCH_GUARDS: 'off' });
      const cpuMsOfRest = (): number =>
        ['catch', 'postgres'].reduce((sum, name) => sum + cpuMsOfTree(stack.pidOf(name) ?? 0), 0);
      const headers = { authorization: `Bearer ${key}` };
      const read = async ({ url, pid }: Server, sum: Cost): Promise<void> => {
        const [gateway, rest] = [cpuMsOfTree(pid), cpuMsOfRest()];
        const { perSecond } = await throughputOf({ url: `${url}/v1/catches/${id}`, headers }, seconds);
        sum.reads += perSecond * seconds;
        sum.gatewayMs += cpuMsOfTree(pid) - gateway;
        sum.restMs += cpuMsOfRest() - rest;
      };
      try {
        // The first round warms both up.
        await read(guarded, nothing());
        await read(open, nothing());
        const [ours, peer] = [nothing(), nothing()];
        for (let round = 0; round < ROUNDS; round += 1) {
          await read(guarded, ours);
          await read(open, peer);
        }
        const [guardedRead, openRead] = [perRead(ours), perRead(peer)];
        const cost = ((guardedRead.gateway - openRead.gateway) / (openRead.gateway + openRead.rest)) * 100;
        const figures = { measured: shown(guardedRead.gateway), peer: shown(openRead.gateway) };
        return [judged({ name: 'cost of all guards to a read', ...figures }, cost, { most: 3, unit: '%' })];
      } finally {
        guarded.stop();
        open.stop();
      }
    },
  };
};

const nothing = (): Cost => ({ reads: 0, gatewayMs: 0, restMs: 0 });

const perRead = ({ reads, gatewayMs, restMs }: Cost) => ({ gateway: gatewayMs / reads, rest: restMs / reads });

const shown = (ms: number): string => `${(ms * 1_000).toFixed(0)} µs of gateway`;
