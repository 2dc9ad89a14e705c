import { freePort, isFree } from './free-port.js';

describe('free ports', () => {
  it('are free, and each is picked once', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()));
    expect(new Set(ports).size).toBe(ports.length);
    expect(await isFree(ports[0] ?? 0)).toBe(true);
  });

  it('are never one that somebody wanted and got, on which nobody listens yet', async () => {
    const wanted = (await freePort()) + 1;
    expect(await freePort(wanted)).toBe(wanted);
    expect(await freePort()).not.toBe(wanted);
  });
});
