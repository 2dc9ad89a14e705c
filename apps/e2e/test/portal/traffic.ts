import type { Page, Request } from 'playwright-core';
import { eventually } from '@cds/testing';

/** Open as long as its page is. */
const isStream = (request: Request): boolean => new URL(request.url()).pathname === '/v1/events/stream';

/** What a page has asked for and not got yet. */
export class Traffic {
  private readonly pending = new Set<Request>();

  constructor(private readonly page: Page) {
    page.on('request', (request) => {
      if (!isStream(request)) this.pending.add(request);
    });
    const end = (request: Request): void => void this.pending.delete(request);
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Until everything has come and been drawn, and what was drawn has asked for nothing more. */
  async isOver(): Promise<void> {
    await eventually(
      async () => {
        this.expectNone();
        await this.page.evaluate(twoFrames);
        this.expectNone();
      },
      { timeoutMs: 60_000 },
    );
  }

  private expectNone(): void {
    expect([...this.pending].map((request) => request.url())).toEqual([]);
  }
}

/** The first frame draws what has come, and after the second all that this has caused is on its way. */
export const twoFrames = async (): Promise<void> => {
  const nextFrame = () => new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
  await nextFrame();
  await nextFrame();
};
