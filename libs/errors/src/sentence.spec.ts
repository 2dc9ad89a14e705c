import type { Violation } from './app-error.js';
import { sentenceOf } from './sentence.js';

it.each<[Violation, string]>([
  [{ pointer: '/weight_lbs', code: 'type', detail: 'must be a number' }, '`weight_lbs` must be a number.'],
  [{ pointer: '/box/a~1b~0c', code: 'type', detail: 'is not true' }, '`box.a/b~c` is not true.'],
  [{ pointer: '', code: 'required', detail: 'is required' }, 'The body is required.'],
  [{ parameter: '', code: 'x', detail: 'is not known' }, 'A parameter without a name is not known.'],
  [
    { parameter: 'specis', code: 'x', detail: 'is not known; did you mean `species`?' },
    '`specis` is not known; did you mean `species`?',
  ],
  [{ parameter: 'page', code: 'x', detail: 'pages reach 10,000 rows deep' }, 'Pages reach 10,000 rows deep.'],
  [{ pointer: '/photo_id', code: 'x', detail: 'catch_1 is of another species' }, 'catch_1 is of another species.'],
  [{ pointer: '/file', code: 'x', detail: 'The file is no picture.' }, 'The file is no picture.'],
  [{ pointer: `/${'x'.repeat(90)}`, code: 'x', detail: 'is long' }, `\`${'x'.repeat(80)}…\` is long.`],
])('%j reads %s', (violation, sentence) => {
  expect(sentenceOf(violation)).toBe(sentence);
});
