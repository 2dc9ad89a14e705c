import { CATCH_FIELDS } from '../../catches/rules/catch-fields.js';
import { LOCATION_FIELDS } from '../../catches/rules/location-fields.js';
import { exportLines } from './export-lines.js';

const columns = exportLines('csv').head.trim().split(',');

/** The columns that an export has for a field of the table. */
const columnsOf = (name: string): string[] => {
  if (name === 'location') return Object.keys(LOCATION_FIELDS).map((part) => `location.${part}`);
  if (name === 'angler_id') return ['angler.id'];
  return [name];
};

describe('the columns of a CSV export', () => {
  it('hold every field of a catch, and beside them only what the service adds', () => {
    const ofFields = Object.values(CATCH_FIELDS).flatMap(({ name }) => columnsOf(name));
    const ofState = ['id', 'verification_tier', 'created_at', 'updated_at', 'photos', 'version'];
    const ofNames = ['species_id', 'angler.name', 'location.obscured'];
    expect(columns.toSorted()).toEqual([...ofFields, ...ofState, ...ofNames].toSorted());
  });
});
