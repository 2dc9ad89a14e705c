import { existsSync } from 'node:fs';

/**
 * Where Debian's packages of these names put it. The headless shell draws the same pages without the windows of a whole
 * browser, for two thirds of the processor time.
 */
const OF_DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** The first that is there. */
export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? OF_DEBIAN.find((path) => existsSync(path)) ?? OF_DEBIAN[0];

/** Whether tests in a real browser can run; says once which of them are skipped when they cannot. */
export const isChromiumThere = (skipped: string): boolean => {
  const isThere = existsSync(CHROMIUM);
  if (!isThere)
    process.stderr.write(
      `${skipped} are skipped: there is no ${CHROMIUM} (Debian's package chromium-headless-shell or chromium; ` +
        `CHROMIUM_PATH names another one).\n`,
    );
  return isThere;
};

/**
 * What Playwright switches off: of several `--disable-features` Chromium follows the last one alone, and ours is that.
 */
const OF_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * Pages that each window loads in a process of their own for what its address bar may show. Nobody sees it, and it
 * takes more of the processor than most pages under test.
 */
const OF_ADDRESS_BARS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Everything is on this machine, and Chromium's own calls home are refused. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OF_PLAYWRIGHT, ...OF_ADDRESS_BARS].join(',')}`,
];
