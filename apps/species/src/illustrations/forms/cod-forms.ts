import type { SideForm } from '../drawing/form.js';
import { deeper, paired, pointed, soft, tail } from './parts.js';

const cod: SideForm = {
  view: 'side',
  top: [-0.002, 0.026, 0.048, 0.076, 0.108, 0.122, 0.12, 0.108, 0.09, 0.068, 0.044, 0.032, 0.034],
  bottom: [0.026, 0.048, 0.066, 0.088, 0.112, 0.122, 0.118, 0.104, 0.082, 0.058, 0.036, 0.028, 0.03],
  eye: { x: 0.115, y: 0.028, r: 0.0215 },
  mouth: { x: 0.105, y: -0.044, lip: 0.004 },
  gill: 0.295,
  dorsal: [
    soft(0.325, 0.47, 0.07, 0.12, 0.1, 0.06, 0.02),
    soft(0.49, 0.68, 0.06, 0.096, 0.08, 0.056, 0.02),
    soft(0.71, 0.89, 0.05, 0.08, 0.07, 0.046, 0.016),
  ],
  anal: [soft(0.47, 0.68, 0.05, 0.084, 0.076, 0.05, 0.018), soft(0.71, 0.885, 0.05, 0.074, 0.064, 0.042, 0.014)],
  caudal: tail('truncate', 0.15, 0.105, 0.6),
  pectoral: paired(0.3, 0.58, 0.13, 0.07, 12),
  pelvic: pointed(0.255, 0.96, 0.1, 0.035, 24),
  scales: 0.0065,
  lateralLine: [0.24, 0.5],
  barbels: [[0.055, -0.052, 0.062, -0.086]],
};

/** Pollack and whiting: the lower jaw ahead, no barbel. */
const pollack: SideForm = {
  ...deeper(cod, 0.88),
  barbels: [],
  mouth: { x: 0.105, y: -0.026, jaw: true },
  caudal: tail('forked', 0.16, 0.11, 0.3),
};

/** Hakes, ling and burbot: one short dorsal fin, one long one. */
const ling: SideForm = {
  ...deeper(cod, 0.72),
  dorsal: [
    soft(0.3, 0.37, 0.05, 0.078, 0.05),
    { ...soft(0.385, 0.94, 0.04, 0.056, 0.05, 0.05, 0.054, 0.05, 0.02), rays: 46 },
  ],
  anal: [{ ...soft(0.5, 0.935, 0.034, 0.048, 0.044, 0.046, 0.044, 0.018), rays: 38 }],
  caudal: tail('rounded', 0.1, 0.062),
};

const hake: SideForm = {
  ...ling,
  barbels: [],
  mouth: { x: 0.135, y: -0.022, jaw: true },
  teeth: true,
  caudal: tail('truncate', 0.13, 0.085, 0.3),
};

export const codForms = { cod, pollack, ling, hake };
