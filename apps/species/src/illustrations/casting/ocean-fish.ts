import type { Casting } from '../drawing/form.js';
import { cast } from './cast.js';
import { band, bars, dot, mackerelBars, mottled, spots, stripes, UPPER } from './markings.js';
import { palettes as p } from './palettes.js';

const tuna = cast('tuna', p.tunaBlue);
const spotted = cast('seerfish', p.silverBlue, spots(44, 0.008, '#b8892f', [0.2, 0.92, 0.25, 0.62]));
const barredMackerel = cast('seerfish', p.silverBlue, bars(22, '#3a5263', 0.012, 0.7));
const halibut = cast('halibut', p.sole, mottled('#46391f', 40, 0.028));
const whiteRay = spots(50, 0.012, '#e4d9ba', [0.1, 0.95, 0.1, 0.9]);

/** Fish of the open and the cold sea that do not look like most of their family. */
export const oceanFish: Readonly<Record<string, Casting>> = {
  // Tunas, mackerels, billfishes
  'Thunnus albacares': cast('yellowfin', { ...p.tunaBlue, fins: '#d8b93a' }, band(0.44, '#d8b93a', 0.022)),
  'Thunnus alalunga': cast('albacore', p.tunaBlue),
  'Thunnus thynnus': tuna,
  'Thunnus orientalis': tuna,
  'Thunnus maccoyii': tuna,
  'Thunnus obesus': tuna,
  'Thunnus atlanticus': cast('tuna', p.black),
  'Thunnus tonggol': tuna,
  'Gymnosarda unicolor': tuna,
  'Katsuwonus pelamis': cast('bonito', p.tunaBlue, stripes([0.6, 0.69, 0.78, 0.87], '#1c2c3c', 0.012)),
  'Euthynnus affinis': cast('bonito', p.tunaBlue, {
    kind: 'worms',
    count: 26,
    colour: '#0e1a28',
    area: [0.5, 0.92, 0.1, 0.3],
  }),
  'Euthynnus alletteratus': cast(
    'bonito',
    p.tunaBlue,
    { kind: 'worms', count: 26, colour: '#0e1a28', area: [0.5, 0.92, 0.1, 0.3] },
    spots(5, 0.01, '#16222c', [0.3, 0.36, 0.7, 0.8]),
  ),
  'Euthynnus lineatus': cast('bonito', p.tunaBlue, stripes([0.12, 0.2, 0.28], '#0e1a28', 0.012)),
  'Auxis rochei': cast('bonito', p.tunaBlue),
  'Auxis thazard': cast('bonito', p.tunaBlue),
  'Sarda sarda': cast('bonito', p.tunaBlue, stripes([0.1, 0.18, 0.26, 0.34], '#142536', 0.009)),
  'Sarda chiliensis': cast('bonito', p.tunaBlue, stripes([0.1, 0.18, 0.26, 0.34], '#142536', 0.009)),
  'Sarda australis': cast('bonito', p.tunaBlue, stripes([0.12, 0.24, 0.36, 0.48, 0.6, 0.72], '#142536', 0.008)),
  'Sarda orientalis': cast('bonito', p.tunaBlue, stripes([0.1, 0.18, 0.26, 0.34], '#142536', 0.009)),
  'Scomber scombrus': cast('mackerel', { ...p.cobalt, flank: '#9fbcc0' }, mackerelBars),
  'Scomber japonicus': cast(
    'mackerel',
    { ...p.cobalt, flank: '#a5bcc2' },
    mackerelBars,
    spots(40, 0.006, '#6f848c', [0.2, 0.9, 0.6, 0.85]),
  ),
  'Acanthocybium solandri': cast('wahoo', p.cobalt, bars(26, '#16305c', 0.012, 0.78)),
  'Scomberomorus maculatus': spotted,
  'Scomberomorus regalis': spotted,
  'Scomberomorus sierra': spotted,
  'Scomberomorus brasiliensis': spotted,
  'Scomberomorus commerson': barredMackerel,
  'Scomberomorus semifasciatus': barredMackerel,
  'Istiophorus platypterus': cast('sailfish', { ...p.cobalt, fins: '#1f3f7a' }, bars(16, '#8fb6d8', 0.012, 0.6)),
  'Makaira nigricans': cast('marlin', p.cobalt, bars(14, '#8fb6d8', 0.016, 0.6)),
  'Istiompax indica': cast('marlin', p.tunaBlue),
  'Kajikia audax': cast('marlin', { ...p.cobalt, fins: '#2f4f9a' }, bars(17, '#9fd0f0', 0.016, 0.75)),
  'Kajikia albida': cast('marlin', { ...p.cobalt, flank: '#8fa8b4' }),
  'Tetrapturus angustirostris': cast('spearfish', p.cobalt),
  'Tetrapturus belone': cast('spearfish', p.cobalt),
  'Tetrapturus pfluegeri': cast('spearfish', p.cobalt),
  'Ruvettus pretiosus': cast('seerfish', p.darkBrown),
  'Thyrsites atun': cast('seerfish', p.steel),
  // Sharks and rays
  'Prionace glauca': cast('shark', p.sharkBlue),
  'Carcharodon carcharias': cast('mackerelShark', p.sharkGrey),
  'Lamna nasus': cast('mackerelShark', p.slate),
  'Triakis semifasciata': cast('houndShark', p.sharkGrey, bars(12, '#2e3538', 0.04, 0.5), spots(20, 0.012, '#2e3538')),
  'Mustelus asterias': cast('houndShark', p.sharkGrey, spots(60, 0.006, '#eef0ec', UPPER)),
  'Negaprion brevirostris': cast('shark', { ...p.sharkBrown, flank: '#b09a5f' }),
  'Raja undulata': cast('skate', p.rayBrown, {
    kind: 'worms',
    count: 80,
    colour: '#4a3a24',
    area: [0.15, 0.9, 0.15, 0.85],
  }),
  'Raja clavata': cast('skate', p.rayBrown, whiteRay),
  // Cod and others of cold seas
  'Melanogrammus aeglefinus': cast('cod', p.slate, stripes([0.3], '#1d2224', 0.009), dot(0.36, 0.46, 0.026, '#1d2224')),
  'Pollachius virens': cast('pollack', p.steel, stripes([0.36], '#dfe4e2', 0.009)),
  'Pollachius pollachius': cast('pollack', p.bronze),
  'Merlangius merlangus': cast('pollack', p.silver),
  'Gadus chalcogrammus': cast('pollack', p.olive, mottled('#3d3a22', 30, 0.026)),
  'Anarhichas minor': cast('wolffish', p.sand, spots(80, 0.012)),
  'Ophiodon elongatus': cast('lingcod', p.grouperBrown, mottled('#2f2a20', 44, 0.026)),
  'Sebastes melanops': cast('rockfish', p.black, mottled('#1c2022', 24, 0.03)),
  'Sebastes mystinus': cast('rockfish', p.slate),
  'Sebastes caurinus': cast('rockfish', p.bronze, band(0.55, '#e9dcc0', 0.03)),
  'Sebastes ruberrimus': cast('rockfish', { ...p.orange, eye: '#e6d23a' }),
  'Sebastes pinniger': cast('rockfish', p.orange, mottled('#8a8a84', 30, 0.026)),
  'Pterois volitans': cast('lionfish', p.pink, bars(16, '#7a241c', 0.022, 0.97)),
  // Flatfishes, gurnards
  'Hippoglossus hippoglossus': halibut,
  'Hippoglossus stenolepis': halibut,
  'Paralichthys californicus': halibut,
  'Atheresthes stomias': halibut,
  'Pleuronectes platessa': cast('flounder', p.sole, spots(34, 0.016, '#d8602c', [0.12, 0.9, 0.06, 0.94])),
  'Platichthys stellatus': cast('flounder', { ...p.sole, fins: '#c8943a' }, mottled('#3d3220', 40, 0.022)),
  'Eutrigla gurnardus': cast('gurnard', p.slate, spots(60, 0.006, '#eef0ec', UPPER)),
  'Chelidonichthys lucerna': cast('gurnard', { ...p.red, fins: '#2f5fa8' }),
};
