import type { Colour } from './colour.js';

/** Where a form gives the height of its back and the depth of its belly, in body lengths from the snout. */
export const STATIONS = [0, 0.03, 0.08, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.93, 1] as const;

/** A fin along the back or the belly. */
export interface MedianFin {
  readonly from: number;
  readonly to: number;
  /** Heights at even steps from front to back, in body lengths. */
  readonly heights: readonly number[];
  /** Spines stand out of the margin; rays do not. */
  readonly kind: 'spiny' | 'soft' | 'fleshy';
  /** How far the margin leans back, as a share of the height. */
  readonly lean?: number;
  /** Spines or rays. */
  readonly rays?: number;
}

export interface CaudalFin {
  readonly kind: 'forked' | 'lunate' | 'truncate' | 'rounded' | 'pointed' | 'shark' | 'none';
  readonly length: number;
  /** Half of its height. */
  readonly span: number;
  /** How deep the fork is, as a share of the length. */
  readonly fork?: number;
}

/** A pectoral or pelvic fin. */
export interface PairedFin {
  readonly x: number;
  /** From the back (0) to the belly (1). */
  readonly y: number;
  readonly length: number;
  readonly width: number;
  /** Degrees below straight backwards. */
  readonly angle: number;
  readonly pointed?: boolean;
}

/** The shape of a fish that is seen from its left side. */
export interface SideForm {
  readonly view: 'side';
  readonly top: readonly number[];
  readonly bottom: readonly number[];
  readonly eye: { readonly x: number; readonly y: number; readonly r: number };
  /** The corner of the mouth. The snout is where back and belly meet. */
  readonly mouth: { readonly x: number; readonly y: number; readonly lip?: number; readonly jaw?: boolean };
  readonly gill: number;
  readonly dorsal: readonly MedianFin[];
  readonly anal: readonly MedianFin[];
  readonly caudal: CaudalFin;
  readonly pectoral?: PairedFin | undefined;
  readonly pelvic?: PairedFin | undefined;
  readonly adipose?: number | undefined;
  /** Small separate fins behind the second dorsal and the anal fin: the first, and how many. */
  readonly finlets?: { readonly from: number; readonly count: number };
  /** Width of a scale; none for naked skin. */
  readonly scales?: number;
  readonly lateralLine?: readonly [start: number, end: number] | undefined;
  /** Whiskers, from the mouth: where they begin, where they end. */
  readonly barbels?: readonly (readonly [number, number, number, number])[];
  /** Bony plates, as shares from the back to the belly. */
  readonly scutes?: readonly number[];
  readonly gillSlits?: number;
  /** A bill or paddle before the snout. */
  readonly bill?: { readonly length: number; readonly thickness: number; readonly kind: 'spear' | 'sword' | 'paddle' };
  readonly teeth?: boolean;
  readonly keels?: boolean;
  /** The body swings this far from a straight line. */
  readonly wave?: number;
  /** Both eyes are on the side that is seen. */
  readonly flat?: boolean;
}

/** The shape of a fish that is seen from above. */
export interface TopForm {
  readonly view: 'top';
  /** The outline of one half, from the snout to the root of the tail: how far along, how far out. */
  readonly half: readonly (readonly [number, number])[];
  readonly tail: { readonly length: number; readonly width: number; readonly kind: 'whip' | 'fins' | 'body' };
  readonly eyes: { readonly x: number; readonly y: number; readonly r: number };
  /** Further lobes of one side: pelvic fins, or pectoral fins of a guitarfish. */
  readonly lobes?: readonly (readonly (readonly [number, number])[])[];
  readonly ridge?: boolean;
  readonly fringe?: boolean;
}

export type Form = SideForm | TopForm;

export interface Palette {
  readonly back: Colour;
  readonly flank: Colour;
  readonly belly: Colour;
  readonly fins: Colour;
  readonly eye: Colour;
}

/** A place on the body is a share of its length and a share of the way from the back to the belly. */
export type Marking =
  | {
      kind: 'bars';
      count: number;
      from: number;
      to: number;
      width: number;
      reach: number;
      colour: Colour;
      start?: number;
    }
  | { kind: 'stripes'; rows: readonly number[]; width: number; colour: Colour; from?: number; to?: number }
  | { kind: 'spots'; count: number; size: number; colour: Colour; area: Area; halo?: Colour; fins?: boolean }
  | { kind: 'blotches'; count: number; size: number; colour: Colour; area: Area }
  | { kind: 'band'; row: number; width: number; colour: Colour; broken?: boolean }
  | { kind: 'worms'; count: number; colour: Colour; area: Area; upright?: boolean }
  | { kind: 'dot'; x: number; y: number; size: number; colour: Colour; halo?: Colour }
  | { kind: 'wash'; x: number; y: number; rx: number; ry: number; colour: Colour };

/** From and to along the body, from and to between back and belly. */
export type Area = readonly [number, number, number, number];

/** A species as it is to be drawn. */
export interface Casting {
  readonly form: Form;
  readonly palette: Palette;
  readonly markings: readonly Marking[];
}
