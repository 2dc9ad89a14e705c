import type { SideForm } from '../drawing/form.js';
import { rockfishForms } from './rockfish-forms.js';
import { deeper, paired, soft, spiny, tail } from './parts.js';

const flounder: SideForm = {
  view: 'side',
  top: [0.01, 0.066, 0.112, 0.162, 0.212, 0.232, 0.232, 0.214, 0.174, 0.122, 0.07, 0.05, 0.054],
  bottom: [0.02, 0.07, 0.114, 0.164, 0.212, 0.232, 0.232, 0.212, 0.17, 0.116, 0.066, 0.048, 0.052],
  eye: { x: 0.12, y: 0.014, r: 0.0165 },
  mouth: { x: 0.095, y: -0.042, jaw: true },
  gill: 0.285,
  dorsal: [{ ...soft(0.085, 0.93, 0.02, 0.046, 0.058, 0.072, 0.082, 0.08, 0.066, 0.046, 0.016), rays: 70 }],
  anal: [{ ...soft(0.27, 0.925, 0.03, 0.056, 0.076, 0.082, 0.074, 0.054, 0.016), rays: 54 }],
  caudal: tail('rounded', 0.17, 0.1),
  pectoral: paired(0.3, 0.52, 0.13, 0.055, 4),
  pelvic: paired(0.25, 0.98, 0.055, 0.035, 30),
  scales: 0.012,
  lateralLine: [0.4, 0.5],
  flat: true,
};

const halibut: SideForm = { ...deeper(flounder, 0.8), caudal: tail('forked', 0.16, 0.125, 0.2), scales: 0.007 };

const turbot: SideForm = deeper(flounder, 1.38, { scales: undefined });

const sole: SideForm = {
  ...deeper(flounder, 0.72),
  top: [0.07, 0.112, 0.132, 0.148, 0.162, 0.166, 0.163, 0.152, 0.132, 0.1, 0.062, 0.04, 0.034],
  bottom: [0.03, 0.092, 0.122, 0.144, 0.16, 0.165, 0.162, 0.15, 0.128, 0.096, 0.06, 0.039, 0.033],
  eye: { x: 0.075, y: 0.022, r: 0.0105 },
  mouth: { x: 0.05, y: -0.028 },
  gill: 0.2,
  dorsal: [{ ...soft(0.03, 0.97, 0.02, 0.036, 0.042, 0.046, 0.046, 0.044, 0.036, 0.02), rays: 80 }],
  anal: [{ ...soft(0.2, 0.97, 0.024, 0.042, 0.046, 0.046, 0.038, 0.02), rays: 66 }],
  caudal: tail('rounded', 0.1, 0.052),
};

/** Flatheads of Australia: a shovel of a head. */
const platycephalid: SideForm = {
  ...rockfishForms.lingcod,
  top: [-0.004, 0.008, 0.018, 0.034, 0.056, 0.066, 0.068, 0.064, 0.056, 0.046, 0.036, 0.031, 0.034],
  bottom: [0.014, 0.028, 0.038, 0.05, 0.062, 0.067, 0.066, 0.061, 0.052, 0.042, 0.033, 0.029, 0.032],
  eye: { x: 0.13, y: 0.022, r: 0.0125 },
  mouth: { x: 0.12, y: -0.012, lip: 0.004 },
  teeth: false,
  gill: 0.3,
  dorsal: [
    spiny(0.34, 0.5, 0.05, 0.075, 0.07, 0.058, 0.042, 0.024),
    soft(0.53, 0.85, 0.05, 0.07, 0.062, 0.052, 0.04, 0.02),
  ],
  caudal: tail('truncate', 0.15, 0.085, 0.05),
};

const gurnard: SideForm = {
  ...platycephalid,
  top: [-0.014, 0.026, 0.056, 0.086, 0.106, 0.106, 0.098, 0.086, 0.07, 0.054, 0.038, 0.031, 0.033],
  bottom: [0.036, 0.05, 0.062, 0.076, 0.09, 0.092, 0.086, 0.076, 0.062, 0.048, 0.035, 0.029, 0.031],
  eye: { x: 0.15, y: 0.056, r: 0.0215 },
  mouth: { x: 0.075, y: -0.044, lip: 0.004 },
  pectoral: paired(0.32, 0.7, 0.26, 0.2, 24),
  barbels: [
    [0.3, -0.07, 0.29, -0.17],
    [0.315, -0.07, 0.33, -0.175],
    [0.33, -0.07, 0.37, -0.165],
  ],
};

export const flatfishForms = { flounder, halibut, turbot, sole, platycephalid, gurnard };
