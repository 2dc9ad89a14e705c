import { freePort, isFree } from './free-port.js';

describe('free ports', () => {
  it('are free, and each is picked once', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()));
    expect(new Set(ports).size).toBe(ports.length);
    expect(await isFree(ports[0] ?? 0)).toBe(true);
  });
});
