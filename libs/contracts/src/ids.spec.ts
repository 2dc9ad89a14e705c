import { ID_PREFIXES, type IdKind, idSchema } from './ids.js';

const kinds = Object.keys(ID_PREFIXES) as IdKind[];
const accepts = (kind: IdKind, text: unknown): boolean => idSchema(kind).safeParse(text).success;

test.each(kinds)('an id of a %s is its prefix and 26 characters', (kind) => {
  expect(accepts(kind, `${ID_PREFIXES[kind]}_01h455vb4pex5vsknk084sn02q`)).toBe(true);
});

test('prefixes are unique, so an id tells its kind', () => {
  expect(new Set(Object.values(ID_PREFIXES)).size).toBe(kinds.length);
});

test.each([
  ['another prefix', 'spc_01h455vb4pex5vsknk084sn02q'],
  ['upper case', 'catch_01H455VB4PEX5VSKNK084SN02Q'],
  ['a letter that base 32 leaves out', 'catch_01h455vb4pex5vsknk084sn02i'],
  ['more than 128 bits', 'catch_81h455vb4pex5vsknk084sn02q'],
  ['25 characters', 'catch_01h455vb4pex5vsknk084sn02'],
  ['27 characters', 'catch_01h455vb4pex5vsknk084sn02qq'],
  ['a line break at its end', 'catch_01h455vb4pex5vsknk084sn02q\n'],
  ['no prefix', '01h455vb4pex5vsknk084sn02q'],
  ['nothing', ''],
  ['a number', 7],
])('no id has %s', (_case, text) => {
  expect(accepts('catch', text)).toBe(false);
});

test('a refusal names the prefix', () => {
  expect(idSchema('catch').safeParse('x').error?.issues[0]?.message).toBe('must be an id that begins with catch_');
});
