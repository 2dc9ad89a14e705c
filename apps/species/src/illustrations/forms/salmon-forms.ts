import type { SideForm } from '../drawing/form.js';
import { deeper, paired, pointed, soft, tail } from './parts.js';

const trout: SideForm = {
  view: 'side',
  top: [0.006, 0.03, 0.051, 0.073, 0.097, 0.112, 0.116, 0.111, 0.097, 0.078, 0.058, 0.05, 0.055],
  bottom: [0.012, 0.036, 0.058, 0.08, 0.1, 0.112, 0.115, 0.108, 0.092, 0.07, 0.051, 0.045, 0.05],
  eye: { x: 0.1, y: 0.022, r: 0.0175 },
  mouth: { x: 0.125, y: -0.024, jaw: true },
  gill: 0.235,
  dorsal: [soft(0.42, 0.565, 0.075, 0.112, 0.1, 0.078, 0.048)],
  anal: [soft(0.705, 0.805, 0.075, 0.092, 0.066, 0.032)],
  adipose: 0.775,
  caudal: tail('forked', 0.19, 0.128, 0.24),
  pectoral: pointed(0.225, 0.86, 0.135, 0.055, 22),
  pelvic: pointed(0.515, 0.98, 0.105, 0.055, 24),
  scales: 0.0075,
  lateralLine: [0.42, 0.5],
};

const salmon: SideForm = {
  ...trout,
  top: [0.006, 0.026, 0.045, 0.068, 0.097, 0.117, 0.122, 0.115, 0.096, 0.072, 0.05, 0.042, 0.047],
  bottom: [0.01, 0.032, 0.054, 0.078, 0.102, 0.117, 0.121, 0.112, 0.092, 0.066, 0.045, 0.039, 0.044],
  eye: { x: 0.094, y: 0.018, r: 0.0145 },
  mouth: { x: 0.115, y: -0.022, jaw: true },
  dorsal: [soft(0.43, 0.55, 0.07, 0.1, 0.085, 0.06, 0.034)],
  caudal: tail('forked', 0.19, 0.128, 0.32),
};

/** Lake trout and chars: a deeper fork. */
const char: SideForm = { ...trout, caudal: tail('forked', 0.2, 0.132, 0.4), scales: 0.006 };

const huchen: SideForm = {
  ...deeper(trout, 0.82),
  mouth: { x: 0.155, y: -0.02, jaw: true },
  eye: { x: 0.105, y: 0.018, r: 0.014 },
  gill: 0.26,
  caudal: tail('forked', 0.18, 0.12, 0.42),
};

const whitefish: SideForm = {
  ...trout,
  top: [0.0, 0.022, 0.042, 0.068, 0.106, 0.124, 0.126, 0.116, 0.096, 0.072, 0.05, 0.042, 0.046],
  bottom: [0.02, 0.036, 0.052, 0.074, 0.1, 0.112, 0.114, 0.106, 0.088, 0.064, 0.046, 0.04, 0.044],
  mouth: { x: 0.052, y: -0.024 },
  eye: { x: 0.085, y: 0.012, r: 0.0185 },
  gill: 0.215,
  dorsal: [soft(0.42, 0.55, 0.09, 0.13, 0.1, 0.07, 0.04)],
  caudal: tail('forked', 0.21, 0.135, 0.58),
  scales: 0.015,
};

const grayling: SideForm = {
  ...whitefish,
  top: [0.004, 0.026, 0.046, 0.072, 0.102, 0.116, 0.114, 0.102, 0.086, 0.066, 0.048, 0.041, 0.045],
  eye: { x: 0.085, y: 0.016, r: 0.0205 },
  dorsal: [{ ...soft(0.31, 0.56, 0.085, 0.13, 0.165, 0.19, 0.2, 0.17, 0.08), lean: 0.62, rays: 18 }],
  caudal: tail('forked', 0.19, 0.125, 0.48),
};

const pike: SideForm = {
  view: 'side',
  top: [0.0, 0.012, 0.02, 0.034, 0.058, 0.072, 0.078, 0.08, 0.08, 0.076, 0.05, 0.036, 0.042],
  bottom: [0.016, 0.026, 0.036, 0.05, 0.066, 0.074, 0.078, 0.08, 0.078, 0.07, 0.044, 0.034, 0.04],
  eye: { x: 0.135, y: 0.016, r: 0.014 },
  mouth: { x: 0.128, y: -0.018, jaw: true },
  teeth: true,
  gill: 0.285,
  dorsal: [soft(0.735, 0.865, 0.05, 0.098, 0.112, 0.094, 0.05)],
  anal: [soft(0.755, 0.86, 0.045, 0.086, 0.094, 0.07, 0.036)],
  caudal: tail('forked', 0.16, 0.108, 0.46),
  pectoral: paired(0.29, 0.86, 0.095, 0.045, 24),
  pelvic: paired(0.555, 0.98, 0.09, 0.045, 26),
  scales: 0.01,
  lateralLine: [0.42, 0.5],
};

const muskellunge: SideForm = { ...deeper(pike, 0.94), caudal: tail('forked', 0.17, 0.12, 0.58) };

export const salmonForms = { trout, salmon, char, huchen, whitefish, grayling, pike, muskellunge };
