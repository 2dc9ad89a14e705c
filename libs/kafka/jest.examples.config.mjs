import { integrationPreset } from '../../jest.preset.mjs';

// `npm run examples`: apart from the other tests, since it needs Go, Java, Maven and Python, and libraries of each.
export default { ...integrationPreset(import.meta.dirname), testMatch: ['<rootDir>/test/**/*.examples.ts'] };
