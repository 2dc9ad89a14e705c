import { fill } from '../fill.js';
import { judged, type Measurement } from '../measurement.js';
import { startOpenGateway } from '../start-open-gateway.js';
import { compare } from '../throughput.js';

/** What it costs to find out who calls and what they may still do: the gateway against itself without both. */
export const admission = (): Measurement => {
  let id = '';
  return {
    name: 'admission',
    prepare: async ({ stack }) => {
      id = await fill(stack.credentials, 1);
    },
    run: async ({ stack, seconds }) => {
      const open = await startOpenGateway(stack);
      const { base_url: baseUrl, api_key: key } = stack.credentials;
      const headers = { authorization: `Bearer ${key}` };
      const target = (origin: string) => ({ url: `${origin}/v1/catches/${id}`, headers });
      try {
        const { ours, peer, ratio } = await compare(target(baseUrl), target(open.url), { rounds: 1, seconds });
        const perSecond = { measured: `${ours.perSecond.toFixed(0)}/s`, peer: `${peer.perSecond.toFixed(0)}/s` };
        return [judged({ name: 'get with keys and limits', ...perSecond }, ratio, { least: 0.9 })];
      } finally {
        open.stop();
      }
    },
  };
};
