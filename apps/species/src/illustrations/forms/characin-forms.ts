import type { SideForm } from '../drawing/form.js';
import { bassForms } from './bass-forms.js';
import { salmonForms } from './salmon-forms.js';
import { deeper, soft, spiny, tail } from './parts.js';

const cichlid: SideForm = {
  ...bassForms.sunfish,
  top: [0.004, 0.05, 0.098, 0.158, 0.214, 0.232, 0.226, 0.206, 0.17, 0.128, 0.09, 0.076, 0.08],
  bottom: [0.016, 0.052, 0.084, 0.124, 0.164, 0.184, 0.188, 0.176, 0.142, 0.106, 0.08, 0.071, 0.075],
  eye: { x: 0.14, y: 0.066, r: 0.0235 },
  mouth: { x: 0.078, y: -0.03, lip: 0.007 },
  dorsal: [
    spiny(0.3, 0.67, 0.04, 0.07, 0.08, 0.084, 0.086, 0.086, 0.086, 0.086, 0.086, 0.088),
    { ...soft(0.665, 0.88, 0.09, 0.12, 0.15, 0.15, 0.05), lean: 0.8 },
  ],
  anal: [{ ...soft(0.66, 0.87, 0.05, 0.09, 0.13, 0.13, 0.04), lean: 0.8 }],
  caudal: tail('truncate', 0.2, 0.135, 0.05),
  scales: 0.027,
};

const peacockBass: SideForm = {
  ...deeper(bassForms.blackBass, 1.06),
  top: [0.0, 0.032, 0.064, 0.108, 0.156, 0.17, 0.164, 0.15, 0.126, 0.098, 0.074, 0.065, 0.069],
  mouth: { x: 0.135, y: -0.03, jaw: true },
  eye: { x: 0.13, y: 0.056, r: 0.0215 },
  dorsal: [
    spiny(0.33, 0.61, 0.03, 0.075, 0.094, 0.092, 0.084, 0.074, 0.062, 0.05, 0.036),
    soft(0.62, 0.87, 0.05, 0.088, 0.1, 0.102, 0.084, 0.03),
  ],
  caudal: tail('truncate', 0.19, 0.13, 0.0),
};

/** Golden dorado and other strong characins. */
const dorado: SideForm = {
  ...salmonForms.salmon,
  top: [0.002, 0.032, 0.06, 0.096, 0.136, 0.152, 0.15, 0.134, 0.11, 0.082, 0.058, 0.051, 0.055],
  bottom: [0.018, 0.046, 0.07, 0.1, 0.13, 0.146, 0.148, 0.136, 0.11, 0.078, 0.053, 0.047, 0.051],
  eye: { x: 0.115, y: 0.036, r: 0.0185 },
  mouth: { x: 0.115, y: -0.03, jaw: true },
  teeth: true,
  gill: 0.275,
  dorsal: [soft(0.46, 0.57, 0.1, 0.135, 0.105, 0.06)],
  anal: [{ ...soft(0.68, 0.86, 0.08, 0.1, 0.066, 0.048, 0.03), rays: 20 }],
  adipose: 0.81,
  caudal: tail('forked', 0.22, 0.15, 0.42),
  scales: 0.021,
};

const tigerfish: SideForm = {
  ...deeper(dorado, 0.82),
  caudal: tail('forked', 0.23, 0.165, 0.6),
  mouth: { x: 0.085, y: -0.02, jaw: true },
};

const payara: SideForm = {
  ...deeper(dorado, 0.78),
  top: [0.016, 0.03, 0.044, 0.066, 0.094, 0.104, 0.1, 0.09, 0.076, 0.06, 0.046, 0.041, 0.045],
  mouth: { x: 0.115, y: -0.048, jaw: true },
  dorsal: [soft(0.56, 0.64, 0.09, 0.13, 0.1, 0.05)],
  anal: [{ ...soft(0.64, 0.88, 0.07, 0.095, 0.07, 0.056, 0.036), rays: 26 }],
  caudal: tail('truncate', 0.17, 0.13, 0.2),
};

const pacu: SideForm = {
  ...dorado,
  top: [0.008, 0.072, 0.124, 0.182, 0.232, 0.252, 0.25, 0.23, 0.188, 0.132, 0.082, 0.064, 0.067],
  bottom: [0.022, 0.082, 0.128, 0.18, 0.232, 0.26, 0.262, 0.242, 0.192, 0.13, 0.078, 0.061, 0.064],
  eye: { x: 0.105, y: 0.018, r: 0.0195 },
  mouth: { x: 0.055, y: -0.024, lip: 0.006 },
  teeth: false,
  dorsal: [soft(0.47, 0.66, 0.1, 0.142, 0.11, 0.082, 0.05)],
  anal: [{ ...soft(0.66, 0.9, 0.09, 0.115, 0.08, 0.06, 0.034), rays: 26 }],
  caudal: tail('forked', 0.22, 0.175, 0.34),
  scales: 0.014,
};

/** Piranhas: a heavy lower jaw. */
const piranha: SideForm = {
  ...deeper(pacu, 0.96),
  mouth: { x: 0.07, y: -0.046, jaw: true },
  teeth: true,
  bottom: [0.05, 0.118, 0.158, 0.196, 0.226, 0.238, 0.236, 0.218, 0.176, 0.122, 0.074, 0.058, 0.061],
};

/** Trahiras: a round tail, no adipose fin. */
const trahira: SideForm = {
  ...deeper(dorado, 0.74),
  adipose: undefined,
  caudal: tail('rounded', 0.19, 0.11),
  mouth: { x: 0.12, y: -0.02, jaw: true },
  dorsal: [soft(0.48, 0.64, 0.11, 0.15, 0.15, 0.13, 0.07)],
  anal: [soft(0.77, 0.86, 0.06, 0.1, 0.08, 0.03)],
  scales: 0.024,
};

export const characinForms = { cichlid, peacockBass, dorado, tigerfish, payara, pacu, piranha, trahira };
