import type { Casting } from '../drawing/form.js';
import { cast } from './cast.js';
import { families } from './families.js';
import { palettes } from './palettes.js';
import { species } from './species.js';

/** Orders whose families nobody has cast yet, so that a new species looks like its nearest relatives. */
const orders: Readonly<Record<string, Casting>> = {
  Anguilliformes: cast('eel', palettes.olive),
  Carcharhiniformes: cast('shark', palettes.sharkGrey),
  Characiformes: cast('dorado', palettes.silver),
  Clupeiformes: cast('herring', palettes.silverBlue),
  Cypriniformes: cast('chub', palettes.silverGreen),
  Gadiformes: cast('cod', palettes.olive),
  Lamniformes: cast('mackerelShark', palettes.sharkGrey),
  Myliobatiformes: cast('stingray', palettes.rayBrown),
  Pleuronectiformes: cast('flounder', palettes.sole),
  Rajiformes: cast('skate', palettes.rayBrown),
  Salmoniformes: cast('trout', palettes.troutSilver),
  Scombriformes: cast('bonito', palettes.tunaBlue),
  Siluriformes: cast('catfish', palettes.slate),
  Squaliformes: cast('dogfish', palettes.sharkGrey),
};

const anyFish: Readonly<Record<string, Casting>> = {
  freshwater: cast('perch', palettes.olive),
  saltwater: cast('seaBass', palettes.steel),
};

export interface Relatives {
  readonly scientificName: string;
  readonly family: string;
  readonly order: string;
  readonly water: string;
}

/** How a species is drawn: as itself, or as its family, its order, or a fish of its water looks. */
export const castSpecies = ({ scientificName, family, order, water }: Relatives): Casting =>
  species[scientificName] ??
  families[family] ??
  orders[order] ??
  anyFish[water] ??
  cast('temperateBass', palettes.silver);
