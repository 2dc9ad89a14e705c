import { unitPreset } from '../../jest.preset.mjs';

export default unitPreset(import.meta.dirname);
