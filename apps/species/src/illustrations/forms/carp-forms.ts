import type { SideForm } from '../drawing/form.js';
import { deeper, paired, soft, tail } from './parts.js';

/** Chub, dace, ide. */
const chub: SideForm = {
  view: 'side',
  top: [0.008, 0.036, 0.058, 0.082, 0.108, 0.122, 0.124, 0.114, 0.094, 0.074, 0.056, 0.05, 0.054],
  bottom: [0.014, 0.038, 0.058, 0.08, 0.102, 0.114, 0.116, 0.108, 0.088, 0.066, 0.052, 0.047, 0.051],
  eye: { x: 0.09, y: 0.02, r: 0.0195 },
  mouth: { x: 0.066, y: -0.02, lip: 0.004 },
  gill: 0.24,
  dorsal: [soft(0.5, 0.6, 0.09, 0.135, 0.108, 0.07, 0.038)],
  anal: [soft(0.71, 0.81, 0.07, 0.1, 0.082, 0.04)],
  caudal: tail('forked', 0.21, 0.132, 0.46),
  pectoral: paired(0.24, 0.84, 0.145, 0.06, 20),
  pelvic: paired(0.47, 0.98, 0.115, 0.06, 28),
  scales: 0.026,
  lateralLine: [0.44, 0.55],
};

const dace: SideForm = deeper(chub, 0.9, { scales: 0.021 });

/** Roach, rudd. */
const roach: SideForm = deeper(chub, 1.32, {
  eye: { x: 0.088, y: 0.022, r: 0.024 },
  dorsal: [soft(0.48, 0.6, 0.11, 0.16, 0.13, 0.09, 0.05)],
});

/** Bream: high and flat, with a long anal fin. */
const bream: SideForm = {
  ...chub,
  top: [0.0, 0.03, 0.062, 0.112, 0.186, 0.226, 0.228, 0.206, 0.16, 0.112, 0.068, 0.052, 0.056],
  bottom: [0.016, 0.05, 0.082, 0.12, 0.162, 0.184, 0.188, 0.176, 0.14, 0.094, 0.062, 0.05, 0.054],
  eye: { x: 0.09, y: 0.02, r: 0.024 },
  mouth: { x: 0.05, y: -0.03, lip: 0.004 },
  dorsal: [soft(0.48, 0.58, 0.12, 0.19, 0.13, 0.075, 0.04)],
  anal: [soft(0.6, 0.86, 0.09, 0.135, 0.085, 0.06, 0.046, 0.03)],
  caudal: tail('forked', 0.24, 0.175, 0.56),
  scales: 0.021,
};

/** Common carp: a long dorsal fin, two pairs of barbels. */
const carp: SideForm = {
  ...chub,
  top: [0.0, 0.034, 0.07, 0.118, 0.172, 0.192, 0.186, 0.164, 0.132, 0.102, 0.078, 0.068, 0.072],
  bottom: [0.02, 0.052, 0.08, 0.112, 0.142, 0.158, 0.16, 0.15, 0.124, 0.092, 0.07, 0.063, 0.067],
  eye: { x: 0.105, y: 0.032, r: 0.0185 },
  mouth: { x: 0.052, y: -0.036, lip: 0.008 },
  gill: 0.265,
  dorsal: [{ ...soft(0.39, 0.79, 0.09, 0.128, 0.105, 0.092, 0.086, 0.08, 0.07, 0.04), rays: 20 }],
  anal: [soft(0.73, 0.83, 0.075, 0.105, 0.08, 0.04)],
  caudal: tail('forked', 0.22, 0.165, 0.44),
  scales: 0.033,
  barbels: [
    [0.05, -0.04, 0.062, -0.085],
    [0.03, -0.034, 0.03, -0.066],
  ],
};

/** Crucian carp and goldfish: no barbels. */
const crucian: SideForm = { ...deeper(carp, 1.22), barbels: [], scales: 0.036 };

/** Grass and black carp: long, with a short dorsal fin. */
const grassCarp: SideForm = deeper(chub, 1.04, { eye: { x: 0.088, y: 0.004, r: 0.0165 }, scales: 0.034 });

/** Silver and bighead carp: tiny scales, eyes low in a big head. */
const silverCarp: SideForm = {
  ...deeper(chub, 1.28),
  eye: { x: 0.1, y: -0.028, r: 0.0165 },
  mouth: { x: 0.075, y: 0.006, jaw: true },
  gill: 0.3,
  caudal: tail('forked', 0.23, 0.165, 0.52),
  scales: 0.009,
};

/** Barbel: low and round, its mouth below. */
const barbel: SideForm = {
  ...chub,
  top: [-0.012, 0.016, 0.038, 0.066, 0.098, 0.113, 0.112, 0.1, 0.082, 0.066, 0.05, 0.044, 0.048],
  bottom: [0.03, 0.044, 0.054, 0.068, 0.082, 0.09, 0.092, 0.088, 0.074, 0.058, 0.046, 0.041, 0.045],
  eye: { x: 0.115, y: 0.016, r: 0.0145 },
  mouth: { x: 0.058, y: -0.046, lip: 0.007 },
  dorsal: [soft(0.46, 0.56, 0.1, 0.14, 0.095, 0.06, 0.034)],
  scales: 0.0145,
  barbels: [
    [0.055, -0.05, 0.08, -0.1],
    [0.022, -0.036, 0.025, -0.085],
  ],
};

/** Mahseer: great scales, thick lips. */
const mahseer: SideForm = {
  ...deeper(barbel, 1.18),
  mouth: { x: 0.075, y: -0.046, lip: 0.009 },
  caudal: tail('forked', 0.23, 0.16, 0.55),
  scales: 0.044,
};

const tench: SideForm = {
  ...deeper(chub, 1.22),
  dorsal: [soft(0.5, 0.62, 0.085, 0.125, 0.13, 0.108, 0.06)],
  anal: [soft(0.71, 0.81, 0.06, 0.09, 0.088, 0.046)],
  caudal: tail('truncate', 0.19, 0.14, 0.6),
  scales: 0.0085,
  eye: { x: 0.1, y: 0.03, r: 0.0145 },
};

const sucker: SideForm = {
  ...chub,
  top: [-0.01, 0.024, 0.05, 0.078, 0.108, 0.12, 0.118, 0.108, 0.09, 0.072, 0.056, 0.05, 0.054],
  bottom: [0.034, 0.052, 0.066, 0.082, 0.098, 0.106, 0.107, 0.1, 0.084, 0.064, 0.05, 0.046, 0.05],
  eye: { x: 0.115, y: 0.022, r: 0.0165 },
  mouth: { x: 0.062, y: -0.062, lip: 0.009 },
  dorsal: [soft(0.43, 0.57, 0.11, 0.135, 0.105, 0.08, 0.056)],
  anal: [soft(0.77, 0.86, 0.08, 0.12, 0.11, 0.05)],
  caudal: tail('forked', 0.2, 0.13, 0.42),
  scales: 0.021,
};

/** Buffalo and carpsuckers: carp-like, with a sickle of a dorsal fin. */
const buffalo: SideForm = {
  ...deeper(sucker, 1.45),
  eye: { x: 0.105, y: 0.02, r: 0.0175 },
  mouth: { x: 0.066, y: -0.05, lip: 0.007 },
  dorsal: [{ ...soft(0.39, 0.79, 0.1, 0.2, 0.11, 0.076, 0.062, 0.056, 0.05, 0.03), rays: 24 }],
  caudal: tail('forked', 0.22, 0.158, 0.46),
  scales: 0.029,
};

export const carpForms = {
  chub,
  dace,
  roach,
  bream,
  carp,
  crucian,
  grassCarp,
  silverCarp,
  barbel,
  mahseer,
  tench,
  sucker,
  buffalo,
};
