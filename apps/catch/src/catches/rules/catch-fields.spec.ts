import { catchLogged } from '../../../test/catch.builders.js';
import { loggedCatch } from '../model/catch.state.js';
import { withoutPersonal } from '../model/without-personal.js';
import { catchListRow, NOTHING_PERSONAL } from '../read/catch-list/catch-list.projection.js';
import { CATCH_METRIC_FIELDS, listCatchesParameters, SORT_KEYS } from '../read/catch-list/catch-list.schemas.js';
import { CATCH_COLUMNS } from '../read/catch-list/catch-columns.js';
import { CATCH_FIELDS } from './catch-fields.js';
import { LOCATION_FIELDS } from './location-fields.js';
import { editCatchBody, logCatchBody } from './catch-schemas.js';
import { columnsWhere, namesWhere } from './fields-where.js';
import { BOUNDS } from './field-schemas.js';
import { PERSONAL_FILTERS } from './personal-filters.js';

const FIELDS = Object.values(CATCH_FIELDS);
const names = FIELDS.map(({ name }) => name);
const parameters = Object.keys(listCatchesParameters.shape);
const sorted = (some: Iterable<string>): string[] => [...some].toSorted();

/** The parameters of a list that a field has. */
const filtersOf = ({ name, filter }: { name: string; filter: string | null }): string[] => {
  if (filter === null) return [];
  if (filter === 'range') return [`min_${name}`, `max_${name}`];
  if (filter === 'time') return ['after', 'before'].map((end) => `${name.replace(/_at$/, '')}_${end}`);
  if (filter === 'parts') return Object.values(LOCATION_FIELDS).flatMap(({ filters }) => [...filters]);
  return [name];
};

describe('the table of a catch’s fields', () => {
  it('has what bodies have, in their order', () => {
    expect(Object.keys(logCatchBody.shape)).toEqual(
      ['required', 'default', 'optional'].flatMap((presence) =>
        FIELDS.filter((one) => one.presence === presence).map(({ name }) => name),
      ),
    );
    expect(sorted(Object.keys(editCatchBody.shape))).toEqual(sorted(names));
  });

  it('has the parts of a place', () => {
    const { location } = CATCH_FIELDS;
    expect(Object.keys(location.body.shape)).toEqual(Object.keys(LOCATION_FIELDS));
    expect(Object.keys(location.stored.unwrap().shape)).toEqual(Object.keys(LOCATION_FIELDS));
  });

  it('has a column of the table of catches for each', () => {
    const columns = [...FIELDS, ...Object.values(LOCATION_FIELDS)].flatMap(({ column }) => column ?? []);
    expect(CATCH_COLUMNS).toEqual(expect.arrayContaining(columns));
    expect(sorted(CATCH_COLUMNS.filter((column) => !(columns as string[]).includes(column)))).toEqual(
      sorted([
        ...['id', 'account_id', 'has_location', 'photos', 'verification_tier', 'version', 'created_at', 'updated_at'],
      ]),
    );
  });

  it('has every filter of the list, but for those by what is no field of a body', () => {
    const filters = [...new Set(FIELDS.flatMap(filtersOf))];
    expect(parameters).toEqual(expect.arrayContaining(filters));
    const presentation = ['page', 'per_page', 'cursor', 'total', 'sort', 'fields', 'units', 'expand'];
    const ofState = ['verification_tier', 'min_verification_tier', 'created_after', 'created_before', 'updated_since'];
    const others = [...ofState, 'include_deleted', 'has_photo', 'q', 'mine'];
    expect(sorted(parameters)).toEqual(sorted([...filters, ...others, ...presentation]));
  });

  it('has every sort key but the times of the service', () => {
    expect(sorted([...namesWhere({ isSortable: true }), 'created_at', 'updated_at'])).toEqual(sorted(SORT_KEYS));
  });

  it('has a unit, a bound and a metric twin for each measure', () => {
    const measures = FIELDS.filter(({ filter }) => filter === 'range');
    expect(measures.map(({ name, unit, max }) => [name, unit, max])).toEqual([
      ['weight_lbs', 'Pounds', BOUNDS.weightLbs],
      ['length_in', 'Inches', BOUNDS.lengthIn],
      ['depth_ft', 'Feet', BOUNDS.depthFt],
    ]);
    expect(sorted(CATCH_METRIC_FIELDS)).toEqual(['depth_m', 'length_cm', 'weight_kg']);
  });

  it('has what a catch of an erased angler says nothing of', () => {
    const location = { name: 'Old dock', latitude: 31.1, longitude: -96.6, region: 'US-TX', country: 'US' };
    const said = {
      location,
      method: 'fly',
      bait: 'frog',
      notes: 'windy',
      externalId: 'x-1',
      metadata: { boat: 'blue' },
    };
    const logged = loggedCatch('catch_1', catchLogged(said), 1, new Date(0));
    const row = catchListRow({ ...logged, details: withoutPersonal(logged.details) });
    expect(row).toEqual({ ...catchListRow(logged), ...NOTHING_PERSONAL });
  });

  it('has what erasure takes from rows, and the filters by it', () => {
    expect(sorted(columnsWhere({ isPersonal: true }))).toEqual(
      sorted(Object.keys(NOTHING_PERSONAL).filter((column) => column !== 'photos')),
    );
    expect(NOTHING_PERSONAL).toEqual({
      ...{ location_name: null, latitude: null, longitude: null, method: null, bait: null, notes: null },
      ...{ external_id: null, metadata: null, photos: null },
    });
    expect(sorted(PERSONAL_FILTERS)).toEqual(['bait', 'bbox', 'external_id', 'method', 'near']);
  });
});
