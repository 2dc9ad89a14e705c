import type { SideForm } from '../drawing/form.js';
import { deeper, pointed, soft, spiny, tail } from './parts.js';

const snapper: SideForm = {
  view: 'side',
  top: [0.0, 0.044, 0.086, 0.136, 0.18, 0.192, 0.182, 0.164, 0.136, 0.102, 0.07, 0.056, 0.06],
  bottom: [0.018, 0.048, 0.07, 0.096, 0.126, 0.142, 0.146, 0.14, 0.12, 0.086, 0.06, 0.051, 0.055],
  eye: { x: 0.135, y: 0.056, r: 0.0235 },
  mouth: { x: 0.12, y: -0.038, jaw: true, lip: 0.004 },
  gill: 0.33,
  dorsal: [
    spiny(0.31, 0.61, 0.04, 0.085, 0.104, 0.104, 0.098, 0.09, 0.082, 0.074, 0.068, 0.064),
    soft(0.605, 0.86, 0.068, 0.082, 0.088, 0.09, 0.084, 0.04),
  ],
  anal: [soft(0.66, 0.84, 0.06, 0.094, 0.098, 0.092, 0.036)],
  caudal: tail('forked', 0.22, 0.16, 0.36),
  pectoral: pointed(0.335, 0.66, 0.25, 0.075, 12),
  pelvic: pointed(0.35, 0.98, 0.15, 0.06, 32),
  scales: 0.022,
  lateralLine: [0.22, 0.5],
};

/** Jobfish, vermilion and yellowtail snapper: slender, deeply forked. */
const slimSnapper: SideForm = deeper(snapper, 0.82, {
  caudal: tail('forked', 0.25, 0.165, 0.62),
  mouth: { x: 0.1, y: -0.026, jaw: true },
});

const seabream: SideForm = {
  ...deeper(snapper, 1.12),
  top: [0.0, 0.062, 0.116, 0.176, 0.224, 0.23, 0.214, 0.188, 0.152, 0.11, 0.074, 0.058, 0.062],
  bottom: [0.016, 0.052, 0.08, 0.114, 0.15, 0.168, 0.17, 0.158, 0.128, 0.09, 0.062, 0.053, 0.057],
  eye: { x: 0.145, y: 0.066, r: 0.026 },
  mouth: { x: 0.09, y: -0.046, lip: 0.007 },
  pectoral: pointed(0.34, 0.64, 0.31, 0.078, 10),
  caudal: tail('forked', 0.23, 0.17, 0.5),
};

const grunt: SideForm = deeper(snapper, 1.02, {
  mouth: { x: 0.085, y: -0.034, lip: 0.006 },
  caudal: tail('forked', 0.22, 0.15, 0.45),
});

/** Drums: a spiny fin, a notch, then a long soft one. */
const drum: SideForm = {
  ...snapper,
  top: [-0.004, 0.036, 0.066, 0.1, 0.142, 0.158, 0.15, 0.134, 0.11, 0.084, 0.058, 0.045, 0.048],
  bottom: [0.028, 0.054, 0.072, 0.092, 0.114, 0.124, 0.126, 0.12, 0.1, 0.072, 0.05, 0.041, 0.044],
  eye: { x: 0.115, y: 0.032, r: 0.0185 },
  mouth: { x: 0.1, y: -0.052, lip: 0.004 },
  gill: 0.305,
  dorsal: [
    spiny(0.315, 0.5, 0.04, 0.09, 0.11, 0.1, 0.086, 0.07, 0.054, 0.038, 0.026),
    soft(0.505, 0.88, 0.05, 0.07, 0.074, 0.072, 0.07, 0.06, 0.026),
  ],
  anal: [soft(0.665, 0.76, 0.07, 0.1, 0.09, 0.04)],
  caudal: tail('truncate', 0.18, 0.115, 0.2),
  pectoral: pointed(0.315, 0.68, 0.16, 0.06, 16),
  scales: 0.02,
  lateralLine: [0.28, 0.5],
};

const blackDrum: SideForm = deeper(drum, 1.28, {
  barbels: [
    [0.05, -0.07, 0.055, -0.115],
    [0.075, -0.08, 0.085, -0.125],
    [0.1, -0.09, 0.112, -0.13],
  ],
  mouth: { x: 0.09, y: -0.07, lip: 0.006 },
});

/** Weakfish, seatrout, meagre: longer, with a larger mouth. */
const weakfish: SideForm = {
  ...deeper(drum, 0.84),
  top: [0.004, 0.026, 0.046, 0.072, 0.102, 0.118, 0.118, 0.108, 0.092, 0.072, 0.05, 0.04, 0.043],
  mouth: { x: 0.115, y: -0.026, jaw: true },
  eye: { x: 0.105, y: 0.024, r: 0.0185 },
};

/** Kingfish and whitings of the surf: the mouth below. */
const surfWhiting: SideForm = {
  ...deeper(drum, 0.76),
  mouth: { x: 0.062, y: -0.04, lip: 0.004 },
  dorsal: [
    spiny(0.31, 0.46, 0.05, 0.14, 0.12, 0.09, 0.066, 0.044, 0.028),
    soft(0.47, 0.9, 0.045, 0.06, 0.058, 0.054, 0.05, 0.02),
  ],
};

export const snapperForms = { snapper, slimSnapper, seabream, grunt, drum, blackDrum, weakfish, surfWhiting };
