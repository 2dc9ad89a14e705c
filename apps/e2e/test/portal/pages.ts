import { faultsOf, LOOKS } from './looks.js';
import type { Person, Portal } from './portal.js';

/** Pages as they are for who has just signed up. */
const PAGES = ['/', '/keys'] as const;

/** How every page looks. */
export const pages = (here: () => Portal): void =>
  describe('looks right', () => {
    let person: Person;
    beforeAll(async () => void (person = await here().newPerson()));

    it.each(LOOKS)('to strangers, at $width px, $theme', async (look) => {
      expect(await faultsOf(here(), null, '/', look)).toEqual([]);
    });

    it.each(PAGES.flatMap((path) => LOOKS.map((look) => ({ path, ...look }))))(
      'on $path, at $width px, $theme',
      async ({ path, ...look }) => {
        expect(await faultsOf(here(), person, path, look)).toEqual([]);
      },
    );
  });
