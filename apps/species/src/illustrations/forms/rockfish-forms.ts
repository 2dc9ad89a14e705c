import type { SideForm } from '../drawing/form.js';
import { bassForms } from './bass-forms.js';
import { deeper, paired, soft, spiny, tail } from './parts.js';

const { blackBass, grouper } = bassForms;

const rockfish: SideForm = {
  ...deeper(grouper, 0.98),
  eye: { x: 0.145, y: 0.062, r: 0.031 },
  dorsal: [
    spiny(0.29, 0.62, 0.05, 0.09, 0.114, 0.12, 0.118, 0.112, 0.1, 0.09, 0.08, 0.07, 0.062),
    soft(0.62, 0.85, 0.08, 0.11, 0.114, 0.096, 0.06),
  ],
  anal: [soft(0.665, 0.8, 0.06, 0.11, 0.104, 0.06)],
  caudal: tail('truncate', 0.18, 0.12, 0.6),
  pectoral: paired(0.335, 0.68, 0.2, 0.13, 18),
  scales: 0.014,
};

const scorpionfish: SideForm = {
  ...rockfish,
  caudal: tail('rounded', 0.18, 0.11),
  scales: 0.012,
  mouth: { x: 0.15, y: -0.04, jaw: true, lip: 0.006 },
};

const lionfish: SideForm = {
  ...scorpionfish,
  dorsal: [
    { ...spiny(0.27, 0.6, 0.16, 0.24, 0.3, 0.31, 0.31, 0.3, 0.28, 0.25, 0.2, 0.12), lean: 0.3 },
    soft(0.62, 0.85, 0.1, 0.15, 0.16, 0.14, 0.07),
  ],
  anal: [soft(0.64, 0.83, 0.1, 0.15, 0.15, 0.08)],
  caudal: tail('rounded', 0.22, 0.12),
  pectoral: paired(0.34, 0.62, 0.42, 0.34, 22),
  pelvic: paired(0.34, 0.98, 0.25, 0.12, 30),
};

/** Sculpins, toadfish: most of the fish is its head. */
const sculpin: SideForm = {
  ...grouper,
  top: [0.01, 0.058, 0.094, 0.122, 0.138, 0.136, 0.126, 0.112, 0.094, 0.072, 0.052, 0.042, 0.045],
  bottom: [0.03, 0.076, 0.102, 0.12, 0.128, 0.122, 0.112, 0.1, 0.083, 0.063, 0.046, 0.039, 0.042],
  eye: { x: 0.135, y: 0.076, r: 0.021 },
  mouth: { x: 0.15, y: -0.03, lip: 0.011 },
  gill: 0.36,
  dorsal: [
    spiny(0.33, 0.52, 0.06, 0.092, 0.09, 0.076, 0.066, 0.062, 0.056),
    soft(0.53, 0.88, 0.08, 0.12, 0.122, 0.11, 0.09, 0.04),
  ],
  anal: [soft(0.59, 0.85, 0.06, 0.09, 0.09, 0.08, 0.04)],
  caudal: tail('rounded', 0.15, 0.09),
  pectoral: paired(0.37, 0.68, 0.23, 0.2, 22),
  scales: undefined,
};

const lingcod: SideForm = {
  ...deeper(blackBass, 0.72),
  mouth: { x: 0.165, y: -0.02, jaw: true },
  teeth: true,
  eye: { x: 0.125, y: 0.036, r: 0.0155 },
  dorsal: [
    spiny(0.29, 0.58, 0.03, 0.062, 0.07, 0.07, 0.068, 0.064, 0.056, 0.044, 0.034),
    soft(0.585, 0.88, 0.05, 0.074, 0.076, 0.068, 0.056, 0.03),
  ],
  anal: [soft(0.55, 0.85, 0.03, 0.054, 0.056, 0.05, 0.04, 0.02)],
  caudal: tail('truncate', 0.15, 0.09, 0.5),
  pectoral: paired(0.31, 0.64, 0.17, 0.13, 18),
  scales: 0.008,
};

export const rockfishForms = { rockfish, scorpionfish, lionfish, sculpin, lingcod };
