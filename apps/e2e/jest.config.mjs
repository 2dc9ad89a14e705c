import { unitPreset } from '../../jest.preset.mjs';

// The journeys start the whole product as `npm start` does, with PostgreSQL and Kafka of its own.
export default unitPreset(import.meta.dirname);
