import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian puts it. */
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export const isChromiumThere = existsSync(CHROMIUM);
if (!isChromiumThere)
  process.stderr.write(
    `The tests of the portal are skipped: there is no ${CHROMIUM} (Debian's package chromium; CHROMIUM_PATH names ` +
      `another one).\n`,
  );

/** The product is on this machine, and Chromium's own calls home are refused. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: QUIET });
