import type { SideForm } from '../drawing/form.js';
import { bassForms } from './bass-forms.js';
import { codForms } from './cod-forms.js';
import { deeper, paired, pointed, soft, spiny, tail } from './parts.js';

const { grouper } = bassForms;

const wrasse: SideForm = {
  ...grouper,
  top: [0.0, 0.038, 0.072, 0.114, 0.152, 0.164, 0.16, 0.148, 0.128, 0.104, 0.08, 0.072, 0.076],
  bottom: [0.014, 0.048, 0.076, 0.11, 0.142, 0.154, 0.152, 0.142, 0.122, 0.096, 0.076, 0.069, 0.073],
  eye: { x: 0.125, y: 0.052, r: 0.0165 },
  mouth: { x: 0.066, y: -0.022, lip: 0.01 },
  gill: 0.31,
  dorsal: [
    { ...spiny(0.3, 0.66, 0.03, 0.046, 0.05, 0.05, 0.05, 0.052, 0.054, 0.056, 0.058, 0.06) },
    soft(0.655, 0.88, 0.062, 0.082, 0.088, 0.078, 0.03),
  ],
  anal: [soft(0.58, 0.86, 0.04, 0.06, 0.072, 0.078, 0.068, 0.026)],
  caudal: tail('truncate', 0.17, 0.112, 0.2),
  pectoral: paired(0.325, 0.62, 0.16, 0.1, 12),
  scales: 0.029,
  lateralLine: [0.22, 0.5],
};

/** Old males of some wrasses and parrotfish: a brow before the eye. */
const humphead: SideForm = {
  ...deeper(wrasse, 1.18),
  top: [0.04, 0.12, 0.176, 0.206, 0.212, 0.206, 0.194, 0.176, 0.15, 0.12, 0.09, 0.08, 0.084],
  bottom: [0.1, 0.116, 0.126, 0.144, 0.166, 0.178, 0.178, 0.166, 0.142, 0.112, 0.086, 0.078, 0.082],
  mouth: { x: 0.06, y: -0.06, lip: 0.012 },
  eye: { x: 0.17, y: 0.06, r: 0.016 },
};

const triggerfish: SideForm = {
  ...wrasse,
  top: [0.0, 0.04, 0.084, 0.142, 0.212, 0.252, 0.258, 0.244, 0.206, 0.144, 0.086, 0.062, 0.064],
  bottom: [0.026, 0.062, 0.1, 0.152, 0.212, 0.252, 0.262, 0.244, 0.198, 0.132, 0.078, 0.058, 0.06],
  eye: { x: 0.262, y: 0.118, r: 0.018 },
  mouth: { x: 0.034, y: -0.014, lip: 0.011 },
  gill: 0.33,
  dorsal: [spiny(0.36, 0.5, 0.1, 0.13, 0.07, 0.03), soft(0.56, 0.88, 0.1, 0.172, 0.12, 0.086, 0.06, 0.03)],
  anal: [soft(0.58, 0.87, 0.09, 0.16, 0.11, 0.08, 0.056, 0.026)],
  caudal: tail('forked', 0.2, 0.15, 0.3),
  pectoral: paired(0.34, 0.56, 0.1, 0.09, 0),
  pelvic: undefined,
  scales: 0.031,
  lateralLine: undefined,
};

const puffer: SideForm = {
  ...triggerfish,
  top: [0.03, 0.07, 0.098, 0.122, 0.142, 0.148, 0.143, 0.128, 0.104, 0.076, 0.05, 0.037, 0.039],
  bottom: [0.03, 0.074, 0.104, 0.136, 0.166, 0.178, 0.174, 0.156, 0.122, 0.082, 0.05, 0.036, 0.038],
  eye: { x: 0.165, y: 0.076, r: 0.0235 },
  mouth: { x: 0.028, y: 0.0, lip: 0.015 },
  gill: 0.315,
  dorsal: [soft(0.68, 0.76, 0.07, 0.12, 0.1, 0.04)],
  anal: [soft(0.69, 0.765, 0.06, 0.11, 0.09, 0.034)],
  caudal: tail('truncate', 0.18, 0.095, 0.1),
  pectoral: paired(0.33, 0.54, 0.13, 0.14, 0),
  scales: undefined,
};

const johnDory: SideForm = {
  ...triggerfish,
  top: [0.01, 0.052, 0.1, 0.17, 0.248, 0.274, 0.272, 0.25, 0.206, 0.142, 0.076, 0.047, 0.048],
  bottom: [0.03, 0.084, 0.132, 0.19, 0.246, 0.268, 0.266, 0.242, 0.196, 0.132, 0.07, 0.044, 0.045],
  eye: { x: 0.195, y: 0.122, r: 0.027 },
  mouth: { x: 0.1, y: -0.062, jaw: true },
  gill: 0.37,
  dorsal: [
    { ...spiny(0.32, 0.62, 0.16, 0.26, 0.3, 0.29, 0.26, 0.22, 0.17, 0.11, 0.06), lean: 0.9 },
    soft(0.63, 0.91, 0.06, 0.085, 0.08, 0.07, 0.026),
  ],
  anal: [spiny(0.55, 0.66, 0.05, 0.075, 0.056, 0.03), soft(0.665, 0.905, 0.056, 0.08, 0.076, 0.064, 0.024)],
  caudal: tail('rounded', 0.19, 0.1),
  pelvic: pointed(0.37, 0.98, 0.26, 0.08, 38),
  scales: 0.006,
  lateralLine: [0.16, 0.5],
};

const opah: SideForm = {
  ...johnDory,
  top: [0.0, 0.084, 0.154, 0.222, 0.282, 0.3, 0.3, 0.284, 0.24, 0.166, 0.08, 0.042, 0.042],
  bottom: [0.016, 0.1, 0.168, 0.24, 0.308, 0.336, 0.336, 0.31, 0.254, 0.17, 0.08, 0.04, 0.04],
  eye: { x: 0.135, y: 0.03, r: 0.028 },
  mouth: { x: 0.07, y: -0.03, lip: 0.007 },
  gill: 0.3,
  dorsal: [{ ...soft(0.33, 0.88, 0.1, 0.21, 0.08, 0.036, 0.034, 0.036, 0.036, 0.02), lean: 0.8 }],
  anal: [soft(0.6, 0.88, 0.02, 0.036, 0.036, 0.034, 0.018)],
  caudal: tail('lunate', 0.21, 0.22, 0.62),
  pectoral: pointed(0.33, 0.5, 0.27, 0.09, -38),
  pelvic: pointed(0.45, 0.99, 0.25, 0.07, 34),
};

const wolffish: SideForm = {
  ...codForms.cod,
  top: [0.03, 0.082, 0.102, 0.114, 0.118, 0.112, 0.102, 0.09, 0.076, 0.06, 0.044, 0.033, 0.028],
  bottom: [0.036, 0.078, 0.096, 0.104, 0.104, 0.098, 0.09, 0.08, 0.067, 0.052, 0.038, 0.029, 0.025],
  eye: { x: 0.085, y: 0.052, r: 0.0135 },
  mouth: { x: 0.1, y: -0.026, lip: 0.009 },
  teeth: true,
  dorsal: [
    {
      ...spiny(0.21, 0.95, ...Array.from({ length: 24 }, (_, index) => 0.072 - Math.abs(index - 11) * 0.0014)),
      lean: 0.4,
    },
  ],
  anal: [{ ...soft(0.46, 0.945, 0.03, 0.046, 0.048, 0.044, 0.036, 0.016), rays: 34 }],
  caudal: tail('rounded', 0.1, 0.058),
  pectoral: paired(0.275, 0.76, 0.17, 0.17, 16),
  pelvic: undefined,
  barbels: [],
  scales: undefined,
  lateralLine: undefined,
};

export const reefForms = { wrasse, humphead, triggerfish, puffer, johnDory, opah, wolffish };
