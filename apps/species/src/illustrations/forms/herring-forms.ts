import type { SideForm } from '../drawing/form.js';
import { carpForms } from './carp-forms.js';
import { deeper, paired, pointed, soft, spiny, tail } from './parts.js';

const { chub } = carpForms;

const shad: SideForm = {
  view: 'side',
  top: [-0.002, 0.022, 0.042, 0.072, 0.112, 0.132, 0.134, 0.122, 0.1, 0.076, 0.052, 0.043, 0.046],
  bottom: [0.016, 0.046, 0.072, 0.106, 0.144, 0.162, 0.164, 0.15, 0.12, 0.086, 0.054, 0.043, 0.046],
  eye: { x: 0.085, y: 0.004, r: 0.0205 },
  mouth: { x: 0.075, y: -0.026, jaw: true },
  gill: 0.245,
  dorsal: [soft(0.44, 0.57, 0.09, 0.125, 0.095, 0.07, 0.05)],
  anal: [{ ...soft(0.68, 0.86, 0.036, 0.05, 0.04, 0.032, 0.02), rays: 18 }],
  caudal: tail('forked', 0.24, 0.16, 0.66),
  pectoral: pointed(0.25, 0.9, 0.145, 0.045, 16),
  pelvic: paired(0.49, 0.99, 0.08, 0.045, 26),
  scales: 0.019,
};

const herring: SideForm = deeper(shad, 0.76);

const tarpon: SideForm = {
  ...deeper(shad, 0.9),
  top: [0.014, 0.028, 0.04, 0.062, 0.098, 0.118, 0.12, 0.11, 0.092, 0.072, 0.05, 0.04, 0.044],
  bottom: [-0.004, 0.05, 0.078, 0.104, 0.126, 0.132, 0.13, 0.12, 0.1, 0.074, 0.048, 0.038, 0.042],
  eye: { x: 0.092, y: 0.006, r: 0.0235 },
  mouth: { x: 0.118, y: -0.044, jaw: true },
  dorsal: [{ ...soft(0.47, 0.59, 0.1, 0.15, 0.09, 0.06, 0.13), lean: 0.75 }],
  anal: [soft(0.69, 0.86, 0.09, 0.13, 0.07, 0.042, 0.026)],
  caudal: tail('forked', 0.26, 0.2, 0.68),
  scales: 0.039,
};

const ladyfish: SideForm = {
  ...deeper(shad, 0.58),
  mouth: { x: 0.115, y: -0.024, jaw: true },
  eye: { x: 0.092, y: 0.008, r: 0.019 },
  dorsal: [soft(0.49, 0.58, 0.075, 0.1, 0.065, 0.04)],
  anal: [soft(0.77, 0.86, 0.055, 0.075, 0.045, 0.024)],
  scales: 0.013,
};

const bonefish: SideForm = {
  ...ladyfish,
  top: [-0.018, 0.01, 0.028, 0.052, 0.088, 0.106, 0.107, 0.098, 0.083, 0.066, 0.049, 0.041, 0.044],
  bottom: [0.034, 0.044, 0.054, 0.072, 0.094, 0.104, 0.104, 0.097, 0.08, 0.06, 0.044, 0.038, 0.041],
  eye: { x: 0.112, y: 0.012, r: 0.0195 },
  mouth: { x: 0.062, y: -0.042, lip: 0.004 },
  dorsal: [soft(0.44, 0.55, 0.1, 0.135, 0.085, 0.05)],
  caudal: tail('forked', 0.23, 0.155, 0.66),
  scales: 0.018,
};

const milkfish: SideForm = {
  ...bonefish,
  ...{ top: [0.0, 0.028, 0.05, 0.078, 0.112, 0.128, 0.128, 0.116, 0.094, 0.07, 0.048, 0.038, 0.041] },
  mouth: { x: 0.05, y: -0.022, lip: 0.004 },
  caudal: tail('forked', 0.3, 0.22, 0.7),
};

const mullet: SideForm = {
  ...chub,
  top: [0.004, 0.026, 0.043, 0.064, 0.094, 0.11, 0.112, 0.105, 0.09, 0.074, 0.058, 0.051, 0.055],
  eye: { x: 0.085, y: 0.014, r: 0.0195 },
  mouth: { x: 0.045, y: -0.014, lip: 0.004 },
  dorsal: [spiny(0.44, 0.525, 0.08, 0.105, 0.086, 0.05), soft(0.7, 0.79, 0.07, 0.098, 0.064, 0.036)],
  anal: [soft(0.68, 0.785, 0.07, 0.1, 0.066, 0.036)],
  pectoral: paired(0.245, 0.42, 0.13, 0.055, 6),
  pelvic: paired(0.37, 0.98, 0.1, 0.055, 26),
  scales: 0.025,
  lateralLine: undefined,
};

/** Threadfins: free rays below the pectoral fin. */
const threadfin: SideForm = {
  ...mullet,
  eye: { x: 0.06, y: 0.014, r: 0.0195 },
  mouth: { x: 0.1, y: -0.042, jaw: true },
  caudal: tail('forked', 0.27, 0.2, 0.62),
  barbels: [
    [0.255, -0.078, 0.47, -0.165],
    [0.255, -0.078, 0.44, -0.185],
    [0.255, -0.078, 0.4, -0.2],
  ],
  dorsal: [spiny(0.35, 0.46, 0.08, 0.125, 0.1, 0.07, 0.035), soft(0.62, 0.74, 0.08, 0.115, 0.07, 0.04)],
};

export const herringForms = { shad, herring, tarpon, ladyfish, bonefish, milkfish, mullet, threadfin };
