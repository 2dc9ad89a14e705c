import { failedTasks } from './failed-tasks.js';

const PHOTOS = [
  '@cds/photos:build',
  '',
  '> tsc -b tsconfig.build.json',
  '',
  "src/photo-maker.ts(3,23): error TS2305: Module '\"p-limit\"' has no exported member 'LimitFunction'.",
];
const AUDIT = ['@cds/audit:build', '', '> tsc -b tsconfig.build.json'];
const outputOf = (failed: readonly string[], ...tasks: readonly (readonly string[])[]): string =>
  [
    '',
    ' NX   Running target build for 3 projects:',
    '',
    '- @cds/photos',
    '',
    ...tasks.flatMap(([first, ...rest]) => [`> nx run ${first}`, ...rest, '', '']),
    ' NX   Running target build for 3 projects failed',
    '',
    ...(failed.length > 0 ? ['Failed tasks:', '', ...failed.map((task) => `- ${task}`), ''] : []),
    '  Run duration:      44.4s',
  ].join('\n');

describe('what failed in a build', () => {
  it.each([
    ['before others', [PHOTOS, AUDIT]],
    ['after others', [AUDIT, PHOTOS]],
  ])('is what the compiler printed of it, %s', (_order, tasks) => {
    expect(failedTasks(outputOf(['@cds/photos:build'], ...tasks))).toBe(PHOTOS.join('\n'));
  });

  it('is that of every project that failed', () => {
    const shown = failedTasks(outputOf(['@cds/photos:build', '@cds/audit:build'], PHOTOS, AUDIT));
    expect(shown).toBe([...PHOTOS, '', ...AUDIT].join('\n'));
  });

  it('is at most sixty lines, the first ones', () => {
    const many = [...PHOTOS, ...Array.from({ length: 100 }, (_, line) => `src/a.ts(${line},1): error TS2304`)];
    const lines = failedTasks(outputOf(['@cds/photos:build'], many)).split('\n');
    expect(lines).toEqual(many.slice(0, 60));
  });

  it('is nothing when no task is named', () => {
    expect(failedTasks(outputOf([], PHOTOS))).toBe('');
    expect(failedTasks('Cannot find module')).toBe('');
  });
});
