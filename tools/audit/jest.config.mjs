import { integrationPreset } from '../../jest.preset.mjs';

export default integrationPreset(import.meta.dirname);
