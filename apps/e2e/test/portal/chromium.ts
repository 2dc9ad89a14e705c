import { CHROMIUM, CHROMIUM_ARGUMENTS } from '@cds/testing';
import { type Browser, chromium } from 'playwright-core';

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS });
