import type { Page } from 'playwright-core';

/** A picture that the browser paints itself. */
export const paintedPhoto = async (page: Page) => {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 480);
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('there is no canvas');
    brush.fillStyle = '#2a6f97';
    brush.fillRect(0, 0, 640, 480);
    brush.fillStyle = '#b5aa70';
    brush.fillRect(120, 180, 380, 120);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  });
  return { name: 'fish.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') };
};
