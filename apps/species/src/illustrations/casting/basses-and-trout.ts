import type { Casting } from '../drawing/form.js';
import { cast } from './cast.js';
import {
  backWorms,
  band,
  bars,
  blackSpots,
  diamonds,
  dot,
  fewSpots,
  lineStripes,
  mottled,
  ringed,
  spots,
  UPPER,
  wash,
} from './markings.js';
import { palettes as p } from './palettes.js';

const blackBass = cast('blackBass', p.bassGreen, mottled('#37452a', 30, 0.022), diamonds);
const bronzeBass = cast('blackBass', p.bronze, bars(9, '#3a3018', 0.032, 0.62));
const salmon = cast('salmon', p.salmonSilver, fewSpots);
const crappie = cast('crappie', p.silver, mottled('#24302a', 70, 0.017));
const redSpotted = spots(70, 0.008, '#b5382f');

/** Sunfishes, perches, pikes and trout that do not look like most of their family. */
export const bassesAndTrout: Readonly<Record<string, Casting>> = {
  // Sunfishes and black basses
  'Micropterus salmoides': blackBass,
  'Micropterus floridanus': blackBass,
  'Micropterus punctulatus': blackBass,
  'Micropterus henshalli': blackBass,
  'Micropterus notius': bronzeBass,
  'Micropterus treculii': bronzeBass,
  'Micropterus coosae': bronzeBass,
  'Micropterus cataractae': bronzeBass,
  'Micropterus dolomieu': bronzeBass,
  'Ambloplites rupestris': cast('sunfish', p.bronze, spots(90, 0.008, '#3a3018')),
  'Ambloplites cavifrons': cast('sunfish', p.bronze, spots(70, 0.008, '#d6c892')),
  'Pomoxis annularis': cast('crappie', p.silver, bars(8, '#46544c', 0.03, 0.7)),
  'Pomoxis nigromaculatus': crappie,
  'Lepomis macrochirus': cast(
    'sunfish',
    { ...p.olive, belly: '#e0a45a' },
    bars(7, '#39422a', 0.045, 0.8),
    wash(0.2, 0.85, 0.1, 0.06, '#d9813a'),
    dot(0.335, 0.36, 0.027, '#14181c'),
  ),
  'Lepomis gibbosus': cast(
    'sunfish',
    { ...p.olive, belly: '#e8a23a' },
    ringed(60, 0.011, '#c8702a', '#4f8a94'),
    dot(0.335, 0.36, 0.024, '#14181c', '#c8442e'),
  ),
  'Lepomis microlophus': cast('sunfish', p.olive, spots(40, 0.008), dot(0.335, 0.36, 0.024, '#14181c', '#c8442e')),
  'Lepomis auritus': cast(
    'sunfish',
    { ...p.olive, belly: '#d8642e' },
    wash(0.3, 0.85, 0.2, 0.07, '#d0522a'),
    dot(0.35, 0.36, 0.028, '#14181c'),
  ),
  'Lepomis megalotis': cast(
    'sunfish',
    { ...p.turquoise, belly: '#e0823a' },
    ringed(80, 0.008, '#d0752e', '#4fa8b4'),
    dot(0.355, 0.36, 0.032, '#14181c', '#e9e3d2'),
  ),
  // Perches and temperate basses
  'Perca flavescens': cast('perch', { ...p.gold, fins: '#cf7a2c' }, bars(7, '#37381f', 0.055, 0.7)),
  'Perca fluviatilis': cast('perch', { ...p.olive, fins: '#c8492c' }, bars(7, '#2b3020', 0.055, 0.7)),
  'Sander vitreus': cast('pikeperch', { ...p.gold, eye: '#dfe3cf' }, mottled('#4b4424', 30, 0.03)),
  'Morone americana': cast('temperateBass', p.silver),
  'Morone mississippiensis': cast('temperateBass', p.gold, lineStripes),
  'Dicentrarchus labrax': cast('temperateBass', p.silver),
  'Dicentrarchus punctatus': cast('temperateBass', p.silver, spots(46, 0.006, '#2d3538', UPPER)),
  // Pikes
  'Esox masquinongy': cast('muskellunge', p.silverGreen, bars(16, '#3b4a33', 0.018, 0.7)),
  'Esox niger': cast('pike', p.gold, { kind: 'worms', count: 90, colour: '#39401f', area: [0.2, 0.95, 0.12, 0.8] }),
  'Esox americanus': cast('pike', { ...p.olive, fins: '#b8562e' }, bars(18, '#333c22', 0.018, 0.8)),
  // Salmon, trout, chars, whitefishes
  'Oncorhynchus mykiss': cast('trout', p.troutSilver, band(0.5, '#cf6a78', 0.042), blackSpots),
  'Oncorhynchus clarkii': cast('trout', p.troutBrown, blackSpots, wash(0.17, 0.9, 0.05, 0.016, '#c73a26')),
  'Oncorhynchus aguabonita': cast(
    'trout',
    { ...p.gold, belly: '#e0622e' },
    band(0.5, '#c8452c', 0.04),
    bars(9, '#7a6a3a', 0.034, 0.7),
    spots(20, 0.006, '#20241f', [0.75, 0.99, 0.05, 0.5]),
  ),
  'Oncorhynchus apache': cast('trout', p.gold, blackSpots),
  'Oncorhynchus gilae': cast('trout', p.gold, blackSpots),
  'Oncorhynchus tshawytscha': cast('salmon', p.salmonSilver, spots(60, 0.007, '#1f262a', [0.2, 0.99, 0.05, 0.4])),
  'Oncorhynchus nerka': cast('salmon', { ...p.spawningRed, flank: '#c23a34' }, wash(0.08, 0.4, 0.11, 0.09, '#5f7048')),
  'Oncorhynchus keta': cast('salmon', p.salmonSilver, bars(8, '#7a4a5a', 0.026, 0.75)),
  'Oncorhynchus gorbuscha': cast('salmon', p.salmonSilver, spots(60, 0.009, '#1f262a', UPPER)),
  'Oncorhynchus kisutch': salmon,
  'Oncorhynchus masou': salmon,
  'Salmo salar': salmon,
  'Salvelinus fontinalis': cast(
    'char',
    p.charGreen,
    backWorms(),
    ringed(34, 0.008, '#c2402c', '#6f8fb8', [0.25, 0.95, 0.35, 0.72]),
  ),
  'Salvelinus alpinus': cast('char', { ...p.charGreen, belly: '#e0552e' }, spots(60, 0.007, '#e2c6a4')),
  'Salvelinus malma': cast('char', p.charGreen, redSpotted),
  'Salvelinus confluentus': cast('char', p.charGreen, spots(60, 0.008, '#e0bf8a')),
  'Salvelinus leucomaenis': cast('char', p.charGreen, spots(70, 0.009, '#f0e8d8')),
  'Salvelinus namaycush': cast('char', p.steel, spots(130, 0.009, '#dfe2d2')),
  'Hucho hucho': cast('huchen', { ...p.bronze, flank: '#b57f5a' }, blackSpots),
  'Hucho taimen': cast('huchen', { ...p.bronze, flank: '#a5705a' }, blackSpots),
  'Parahucho perryi': cast('huchen', p.troutSilver, blackSpots),
  'Brachymystax lenok': cast('huchen', p.bronze, spots(60, 0.008)),
  'Coregonus artedi': cast('whitefish', p.silverBlue),
  'Coregonus clupeaformis': cast('whitefish', p.silver),
  'Coregonus lavaretus': cast('whitefish', p.silverBlue),
  'Prosopium williamsoni': cast('whitefish', p.silver),
  'Stenodus leucichthys': cast('whitefish', p.silverGreen),
  'Thymallus arcticus': cast('grayling', p.steel, spots(20, 0.006, '#1f262a', [0.2, 0.5, 0.2, 0.55])),
  'Thymallus thymallus': cast(
    'grayling',
    { ...p.silver, fins: '#9a6a7a' },
    spots(24, 0.006, '#1f262a', [0.2, 0.6, 0.2, 0.55]),
  ),
};
