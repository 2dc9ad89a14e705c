import { unitPreset } from '../../jest.preset.mjs';

// `npm run sdk-runtimes`: apart from the other tests, since it installs runtimes of 100 MB each from npm.
export default { ...unitPreset(import.meta.dirname), testMatch: ['<rootDir>/test/**/*.runtimes.ts'] };
