import type { SideForm } from '../drawing/form.js';
import { deeper, fleshy, paired, pointed, tail } from './parts.js';

/** A shark of the open sea: requiem sharks. */
const shark: SideForm = {
  view: 'side',
  top: [0.004, 0.022, 0.038, 0.056, 0.08, 0.092, 0.09, 0.08, 0.066, 0.05, 0.035, 0.026, 0.028],
  bottom: [0.008, 0.026, 0.042, 0.06, 0.078, 0.084, 0.083, 0.076, 0.062, 0.046, 0.031, 0.022, 0.02],
  eye: { x: 0.088, y: 0.012, r: 0.0095 },
  mouth: { x: 0.12, y: -0.05 },
  gill: 0.26,
  gillSlits: 5,
  dorsal: [
    fleshy(0.36, 0.475, 0.55, 0.02, 0.07, 0.12, 0.135, 0.06, 0.01),
    fleshy(0.79, 0.84, 0.7, 0.008, 0.028, 0.034, 0.012),
  ],
  anal: [fleshy(0.8, 0.85, 0.75, 0.008, 0.03, 0.036, 0.01)],
  caudal: tail('shark', 0.22, 0.19, 0.4),
  pectoral: pointed(0.29, 0.9, 0.2, 0.08, 42),
  pelvic: pointed(0.62, 0.97, 0.075, 0.045, 24),
};

/** Mako, porbeagle, white shark: a spindle with a tail like the moon. */
const mackerelShark: SideForm = {
  ...deeper(shark, 1.16),
  mouth: { x: 0.125, y: -0.056 },
  teeth: true,
  eye: { x: 0.09, y: 0.012, r: 0.0125 },
  dorsal: [
    fleshy(0.38, 0.49, 0.35, 0.03, 0.08, 0.13, 0.14, 0.06, 0.01),
    fleshy(0.85, 0.88, 0.7, 0.006, 0.018, 0.02, 0.008),
  ],
  anal: [fleshy(0.86, 0.885, 0.75, 0.006, 0.018, 0.02, 0.006)],
  caudal: tail('shark', 0.17, 0.2, 0.18),
  keels: true,
};

const thresher: SideForm = {
  ...deeper(shark, 1.16),
  mouth: { x: 0.075, y: -0.035 },
  eye: { x: 0.07, y: 0.016, r: 0.014 },
  caudal: tail('shark', 0.85, 0.34, 0.72),
  pectoral: pointed(0.28, 0.9, 0.27, 0.07, 44),
};

/** Smooth-hounds and tope. */
const houndShark: SideForm = {
  ...deeper(shark, 0.86),
  dorsal: [
    fleshy(0.33, 0.45, 0.6, 0.016, 0.06, 0.1, 0.1, 0.045, 0.01),
    fleshy(0.66, 0.75, 0.6, 0.012, 0.05, 0.078, 0.07, 0.02),
  ],
  caudal: tail('shark', 0.19, 0.13, 0.55),
  pectoral: pointed(0.28, 0.9, 0.14, 0.075, 36),
};

/** Dogfish: no anal fin, a spine before each dorsal fin. */
const dogfish: SideForm = {
  ...deeper(houndShark, 0.95),
  anal: [],
  dorsal: [
    fleshy(0.33, 0.43, 0.5, 0.04, 0.05, 0.075, 0.07, 0.03, 0.01),
    fleshy(0.72, 0.8, 0.5, 0.036, 0.044, 0.06, 0.05, 0.014),
  ],
};

/** Catsharks and nurse sharks: the fins far back. */
const catshark: SideForm = {
  ...deeper(shark, 0.84),
  mouth: { x: 0.08, y: -0.036 },
  eye: { x: 0.075, y: 0.016, r: 0.0095 },
  dorsal: [
    fleshy(0.55, 0.63, 0.6, 0.012, 0.05, 0.07, 0.06, 0.016),
    fleshy(0.76, 0.83, 0.6, 0.01, 0.036, 0.05, 0.044, 0.012),
  ],
  caudal: tail('shark', 0.23, 0.075, 0.45),
  pectoral: paired(0.27, 0.94, 0.13, 0.09, 34),
  pelvic: pointed(0.5, 0.97, 0.09, 0.05, 20),
};

const sixgill: SideForm = {
  ...deeper(shark, 1.05),
  gillSlits: 6,
  dorsal: [fleshy(0.74, 0.82, 0.6, 0.012, 0.05, 0.07, 0.055, 0.014)],
  caudal: tail('shark', 0.32, 0.16, 0.6),
  eye: { x: 0.08, y: 0.014, r: 0.0125 },
};

export const sharkForms = { shark, mackerelShark, thresher, houndShark, dogfish, catshark, sixgill };
