import type { SideForm } from '../drawing/form.js';
import { deeper, pointed, soft, spiny, tail } from './parts.js';

const tuna: SideForm = {
  view: 'side',
  top: [0.008, 0.042, 0.068, 0.098, 0.13, 0.142, 0.142, 0.13, 0.104, 0.07, 0.036, 0.017, 0.014],
  bottom: [0.012, 0.044, 0.07, 0.098, 0.128, 0.141, 0.141, 0.128, 0.101, 0.068, 0.035, 0.016, 0.013],
  eye: { x: 0.1, y: 0.018, r: 0.0175 },
  mouth: { x: 0.092, y: -0.028, jaw: true },
  gill: 0.275,
  dorsal: [
    spiny(0.29, 0.5, 0.1, 0.115, 0.1, 0.082, 0.066, 0.052, 0.04, 0.028, 0.016),
    soft(0.53, 0.615, 0.06, 0.12, 0.08, 0.03),
  ],
  anal: [soft(0.59, 0.665, 0.06, 0.115, 0.076, 0.028)],
  finlets: { from: 0.68, count: 8 },
  caudal: tail('lunate', 0.19, 0.215, 0.84),
  pectoral: pointed(0.285, 0.5, 0.2, 0.05, 8),
  pelvic: pointed(0.29, 0.97, 0.1, 0.04, 26),
  scales: 0.0055,
};

/** Yellowfin: sickles for a second dorsal and an anal fin. */
const yellowfin: SideForm = {
  ...tuna,
  dorsal: [...tuna.dorsal.slice(0, 1), { ...soft(0.53, 0.62, 0.11, 0.24, 0.09, 0.03), lean: 0.85 }],
  anal: [{ ...soft(0.59, 0.675, 0.11, 0.23, 0.085, 0.03), lean: 0.85 }],
  pectoral: pointed(0.285, 0.5, 0.26, 0.05, 8),
};

/** Albacore: pectoral fins beyond the second dorsal. */
const albacore: SideForm = { ...tuna, pectoral: pointed(0.285, 0.5, 0.4, 0.05, 6) };

const bonito: SideForm = deeper(tuna, 0.84, {
  dorsal: [
    spiny(0.29, 0.56, 0.1, 0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03, 0.02, 0.012),
    soft(0.57, 0.655, 0.045, 0.08, 0.056, 0.024),
  ],
  pectoral: pointed(0.28, 0.52, 0.13, 0.045, 10),
});

const mackerel: SideForm = {
  ...tuna,
  top: [0.006, 0.027, 0.045, 0.066, 0.088, 0.096, 0.096, 0.088, 0.072, 0.05, 0.027, 0.015, 0.014],
  bottom: [0.01, 0.03, 0.048, 0.068, 0.089, 0.097, 0.097, 0.089, 0.072, 0.05, 0.027, 0.014, 0.013],
  eye: { x: 0.1, y: 0.014, r: 0.0165 },
  dorsal: [
    spiny(0.31, 0.47, 0.08, 0.092, 0.082, 0.068, 0.052, 0.036, 0.022, 0.01),
    soft(0.6, 0.69, 0.03, 0.05, 0.034, 0.018),
  ],
  anal: [soft(0.62, 0.7, 0.03, 0.05, 0.034, 0.018)],
  finlets: { from: 0.74, count: 5 },
  caudal: tail('forked', 0.17, 0.128, 0.72),
  pectoral: pointed(0.265, 0.5, 0.12, 0.045, 10),
};

/** Spanish mackerels and kingfish. */
const seerfish: SideForm = {
  ...mackerel,
  mouth: { x: 0.115, y: -0.022, jaw: true },
  gill: 0.25,
  dorsal: [
    spiny(0.28, 0.55, 0.055, 0.062, 0.058, 0.054, 0.05, 0.046, 0.042, 0.036, 0.028, 0.016),
    soft(0.56, 0.655, 0.05, 0.104, 0.066, 0.028),
  ],
  anal: [soft(0.585, 0.68, 0.05, 0.1, 0.064, 0.026)],
  finlets: { from: 0.7, count: 8 },
  caudal: tail('lunate', 0.19, 0.18, 0.8),
  lateralLine: [0.25, 0.5],
};

const wahoo: SideForm = {
  ...deeper(seerfish, 0.84),
  mouth: { x: 0.13, y: -0.014, jaw: true },
  eye: { x: 0.13, y: 0.014, r: 0.0125 },
  dorsal: [
    spiny(0.27, 0.63, 0.05, 0.062, 0.058, 0.054, 0.05, 0.048, 0.046, 0.044, 0.04, 0.03, 0.018),
    soft(0.65, 0.73, 0.04, 0.075, 0.05, 0.024),
  ],
  anal: [soft(0.66, 0.74, 0.04, 0.072, 0.048, 0.022)],
  finlets: { from: 0.76, count: 7 },
  caudal: tail('lunate', 0.15, 0.15, 0.8),
  lateralLine: [0.3, 0.5],
};

const marlin: SideForm = {
  view: 'side',
  top: [0.014, 0.032, 0.052, 0.086, 0.112, 0.112, 0.105, 0.094, 0.078, 0.058, 0.036, 0.02, 0.017],
  bottom: [0.018, 0.04, 0.06, 0.082, 0.1, 0.104, 0.1, 0.091, 0.076, 0.056, 0.034, 0.018, 0.016],
  eye: { x: 0.085, y: 0.014, r: 0.0135 },
  mouth: { x: 0.082, y: -0.022 },
  gill: 0.215,
  bill: { length: 0.24, thickness: 0.02, kind: 'spear' },
  dorsal: [
    { ...spiny(0.16, 0.74, 0.09, 0.15, 0.1, 0.066, 0.052, 0.045, 0.042, 0.04, 0.036, 0.03, 0.02), lean: 0.6 },
    soft(0.83, 0.875, 0.02, 0.042, 0.024),
  ],
  anal: [{ ...soft(0.6, 0.71, 0.06, 0.11, 0.06, 0.022), lean: 0.8 }, soft(0.83, 0.875, 0.018, 0.038, 0.022)],
  caudal: tail('lunate', 0.18, 0.225, 0.84),
  pectoral: pointed(0.22, 0.72, 0.22, 0.05, 26),
  pelvic: pointed(0.225, 0.97, 0.14, 0.012, 24),
  keels: true,
};

const sailfish: SideForm = {
  ...deeper(marlin, 0.82),
  bill: { length: 0.26, thickness: 0.015, kind: 'spear' },
  dorsal: [
    { ...spiny(0.16, 0.78, 0.11, 0.17, 0.2, 0.235, 0.265, 0.285, 0.29, 0.275, 0.24, 0.19, 0.12, 0.045), lean: 0.35 },
    soft(0.85, 0.89, 0.018, 0.036, 0.02),
  ],
  pelvic: pointed(0.225, 0.97, 0.27, 0.012, 18),
};

const spearfish: SideForm = {
  ...deeper(marlin, 0.78),
  bill: { length: 0.09, thickness: 0.014, kind: 'spear' },
  dorsal: [
    { ...spiny(0.16, 0.76, 0.09, 0.115, 0.1, 0.09, 0.085, 0.08, 0.08, 0.076, 0.07, 0.05, 0.022), lean: 0.5 },
    soft(0.84, 0.88, 0.018, 0.036, 0.02),
  ],
};

const swordfish: SideForm = {
  ...marlin,
  top: [0.014, 0.044, 0.068, 0.096, 0.118, 0.116, 0.106, 0.093, 0.077, 0.058, 0.036, 0.02, 0.017],
  bill: { length: 0.42, thickness: 0.024, kind: 'sword' },
  eye: { x: 0.08, y: 0.018, r: 0.0235 },
  dorsal: [{ ...soft(0.17, 0.285, 0.12, 0.24, 0.12, 0.04), lean: 0.7 }, soft(0.86, 0.89, 0.014, 0.03, 0.018)],
  pelvic: undefined,
};

export const tunaForms = {
  tuna,
  yellowfin,
  albacore,
  bonito,
  mackerel,
  seerfish,
  wahoo,
  marlin,
  sailfish,
  spearfish,
  swordfish,
};
