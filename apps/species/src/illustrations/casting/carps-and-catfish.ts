import type { Casting } from '../drawing/form.js';
import { cast } from './cast.js';
import { band, bars, dot, mottled, spots, stripes } from './markings.js';
import { palettes as p } from './palettes.js';

const peacock = cast(
  'peacockBass',
  p.gold,
  bars(3, '#23281c', 0.05, 0.62),
  dot(0.985, 0.4, 0.02, '#15181a', '#e6c04a'),
);
const channel = cast('catfish', p.steel, spots(40, 0.0062, '#23292c', [0.25, 0.95, 0.15, 0.65]));
const hatchets = cast('piranha', p.slate, spots(70, 0.006, '#d9d6c4'));
const wolf = cast('trahira', p.brown, mottled('#2a2119', 26, 0.036));

/** Other fish of rivers and lakes that do not look like most of their family. */
export const carpsAndCatfish: Readonly<Record<string, Casting>> = {
  // Carps and their relatives
  'Carassius auratus': cast('crucian', p.orange),
  'Carassius carassius': cast('crucian', p.gold),
  'Barbus barbus': cast('barbel', p.bronze),
  'Abramis brama': cast('bream', p.bronze),
  'Rutilus rutilus': cast('roach', { ...p.silver, fins: '#c0573a', eye: '#c8472c' }),
  'Scardinius erythrophthalmus': cast('roach', { ...p.gold, fins: '#c8402a' }),
  'Leuciscus leuciscus': cast('dace', p.silver),
  'Chondrostoma nasus': cast('dace', { ...p.silver, fins: '#b5643f' }),
  'Hypophthalmichthys molitrix': cast('silverCarp', p.silver),
  'Hypophthalmichthys nobilis': cast('silverCarp', p.slate, mottled('#2b3236', 40, 0.03)),
  'Mylopharyngodon piceus': cast('grassCarp', p.black),
  'Hampala macrolepidota': cast('mahseer', p.silver, bars(1, '#22272a', 0.06, 0.7)),
  'Labeobarbus kimberleyensis': cast('mahseer', p.gold),
  'Tor putitora': cast('mahseer', p.gold),
  'Tor tambroides': cast('mahseer', p.bronze),
  'Tor tor': cast('mahseer', p.silverGreen),
  'Ictiobus bubalus': cast('buffalo', p.bronze),
  'Ictiobus cyprinellus': cast('buffalo', p.slate),
  'Ictiobus niger': cast('buffalo', p.black),
  'Carpiodes carpio': cast('buffalo', p.silver),
  'Carpiodes cyprinus': cast('buffalo', p.silver),
  'Moxostoma carinatum': cast('sucker', { ...p.gold, fins: '#c2492e' }),
  'Moxostoma macrolepidotum': cast('sucker', { ...p.gold, fins: '#c2492e' }),
  'Moxostoma valenciennesi': cast('sucker', { ...p.gold, fins: '#c2492e' }),
  'Hypentelium nigricans': cast('sucker', p.brown, bars(4, '#2f251a', 0.06, 0.5)),
  // Catfishes
  'Ictalurus punctatus': channel,
  'Ictalurus furcatus': cast('catfish', p.steel),
  'Pylodictis olivaris': cast('flathead', p.brown, mottled('#33281b', 50, 0.026)),
  'Ameiurus melas': cast('bullhead', p.darkBrown),
  'Ameiurus natalis': cast('bullhead', p.gold),
  'Ameiurus nebulosus': cast('bullhead', p.brown, mottled('#2f2417', 40, 0.026)),
  'Phractocephalus hemioliopterus': cast('pimelodid', { ...p.black, fins: '#c8452c' }, band(0.6, '#f1ecd8', 0.06)),
  'Pseudoplatystoma corruscans': cast('pimelodid', p.silver, spots(70, 0.012)),
  'Pseudoplatystoma tigrinum': cast('pimelodid', p.silver, bars(14, '#23272a', 0.018, 0.8)),
  // Gars and others of the backwaters
  'Lepisosteus osseus': cast('longnoseGar', p.olive, spots(30, 0.009, '#2c301f', [0.5, 0.99, 0.1, 0.7])),
  'Atractosteus spatula': cast('gar', p.brown),
  'Chitala ornata': cast(
    'knifefish',
    p.silver,
    ...[0.55, 0.65, 0.75, 0.84].map((x) => dot(x, 0.72, 0.018, '#15181a', '#f1f2ee')),
  ),
  'Cichla temensis': cast(
    'peacockBass',
    p.olive,
    spots(60, 0.009, '#e8e2b4'),
    bars(3, '#23281c', 0.04, 0.6),
    dot(0.985, 0.4, 0.02, '#15181a', '#e6c04a'),
  ),
  'Cichla ocellaris': peacock,
  'Cichla monoculus': peacock,
  'Cichla pinima': peacock,
  'Cichla piquiti': cast(
    'peacockBass',
    p.turquoise,
    bars(5, '#173a40', 0.05, 0.7),
    dot(0.985, 0.4, 0.02, '#15181a', '#e6c04a'),
  ),
  'Cichla vazzoleri': peacock,
  'Astronotus ocellatus': cast(
    'cichlid',
    p.darkBrown,
    mottled('#c8602a', 20, 0.04),
    dot(0.965, 0.3, 0.025, '#15181a', '#d8682c'),
  ),
  'Amphilophus citrinellus': cast('cichlid', p.orange),
  'Salminus brasiliensis': cast('dorado', p.gold, stripes([0.2, 0.32, 0.44, 0.56, 0.68], '#5a4416', 0.006)),
  'Pygocentrus nattereri': cast('piranha', { ...p.slate, belly: '#cf4a2c' }, spots(60, 0.005, '#cfd4d2')),
  'Serrasalmus manueli': hatchets,
  'Serrasalmus rhombeus': cast('piranha', p.black),
  'Hoplias malabaricus': wolf,
  'Dorosoma cepedianum': cast('shad', p.silverBlue, dot(0.29, 0.32, 0.018)),
  'Clupea harengus': cast('herring', p.silverBlue),
};
