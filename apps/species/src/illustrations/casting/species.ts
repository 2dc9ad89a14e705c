import type { Casting } from '../drawing/form.js';
import { bassesAndTrout } from './basses-and-trout.js';
import { carpsAndCatfish } from './carps-and-catfish.js';
import { coastalFish } from './coastal-fish.js';
import { oceanFish } from './ocean-fish.js';

/** Species that do not look like most of their family. */
export const species: Readonly<Record<string, Casting>> = {
  ...bassesAndTrout,
  ...carpsAndCatfish,
  ...coastalFish,
  ...oceanFish,
};
