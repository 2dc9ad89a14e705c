import type { SideForm } from '../drawing/form.js';
import { deeper, paired, pointed, soft, tail } from './parts.js';

const catfish: SideForm = {
  view: 'side',
  top: [-0.008, 0.022, 0.044, 0.072, 0.112, 0.124, 0.118, 0.108, 0.094, 0.078, 0.058, 0.05, 0.054],
  bottom: [0.03, 0.05, 0.062, 0.076, 0.094, 0.104, 0.108, 0.104, 0.09, 0.07, 0.05, 0.045, 0.05],
  eye: { x: 0.105, y: 0.022, r: 0.0115 },
  mouth: { x: 0.066, y: -0.04, lip: 0.006 },
  gill: 0.245,
  dorsal: [soft(0.325, 0.405, 0.085, 0.145, 0.115, 0.06)],
  anal: [{ ...soft(0.58, 0.82, 0.04, 0.082, 0.094, 0.09, 0.072, 0.03), rays: 24 }],
  adipose: 0.78,
  caudal: tail('forked', 0.21, 0.142, 0.5),
  pectoral: pointed(0.245, 0.84, 0.135, 0.055, 16),
  pelvic: paired(0.53, 0.98, 0.095, 0.055, 28),
  lateralLine: [0.42, 0.52],
  barbels: [
    [0.05, -0.03, 0.24, -0.145],
    [0.03, 0.012, 0.02, 0.075],
    [0.05, -0.062, 0.07, -0.13],
    [0.075, -0.068, 0.11, -0.12],
  ],
};

const bullhead: SideForm = { ...deeper(catfish, 1.14), caudal: tail('truncate', 0.17, 0.11, 0.5) };

const flathead: SideForm = {
  ...deeper(catfish, 0.92),
  top: [-0.012, 0.008, 0.02, 0.04, 0.082, 0.104, 0.106, 0.1, 0.09, 0.076, 0.06, 0.053, 0.057],
  mouth: { x: 0.1, y: -0.018, lip: 0.007 },
  anal: [soft(0.65, 0.79, 0.04, 0.08, 0.084, 0.04)],
  caudal: tail('truncate', 0.17, 0.105, 0.3),
};

/** Wels and its relatives: a tiny dorsal fin, an anal fin without end. */
const wels: SideForm = {
  ...catfish,
  top: [-0.01, 0.012, 0.028, 0.05, 0.084, 0.09, 0.082, 0.072, 0.062, 0.052, 0.042, 0.034, 0.026],
  bottom: [0.02, 0.046, 0.062, 0.078, 0.094, 0.096, 0.082, 0.068, 0.056, 0.046, 0.037, 0.03, 0.024],
  eye: { x: 0.1, y: 0.014, r: 0.009 },
  mouth: { x: 0.1, y: -0.016, lip: 0.007 },
  gill: 0.235,
  dorsal: [soft(0.3, 0.335, 0.04, 0.08, 0.05)],
  anal: [{ ...soft(0.42, 0.965, 0.03, 0.055, 0.062, 0.062, 0.06, 0.056, 0.04), rays: 46 }],
  adipose: undefined,
  caudal: tail('rounded', 0.1, 0.062),
  pelvic: paired(0.38, 0.98, 0.075, 0.045, 30),
  barbels: [
    [0.045, 0.008, 0.27, 0.1],
    [0.045, -0.058, 0.06, -0.14],
    [0.085, -0.07, 0.12, -0.14],
  ],
};

/** Great catfish of South America: a flat head and whiskers as long as the fish. */
const pimelodid: SideForm = {
  ...catfish,
  top: [-0.012, 0.006, 0.016, 0.032, 0.07, 0.104, 0.104, 0.096, 0.084, 0.072, 0.054, 0.046, 0.05],
  bottom: [0.026, 0.044, 0.054, 0.066, 0.08, 0.09, 0.092, 0.086, 0.074, 0.058, 0.044, 0.04, 0.044],
  eye: { x: 0.15, y: 0.018, r: 0.009 },
  gill: 0.3,
  mouth: { x: 0.09, y: -0.03, lip: 0.006 },
  dorsal: [soft(0.37, 0.45, 0.09, 0.15, 0.12, 0.06)],
  anal: [soft(0.7, 0.8, 0.06, 0.09, 0.07, 0.03)],
  adipose: 0.72,
  caudal: tail('forked', 0.22, 0.15, 0.55),
  barbels: [
    [0.06, -0.016, 0.46, -0.15],
    [0.07, -0.052, 0.16, -0.13],
    [0.1, -0.058, 0.2, -0.115],
  ],
};

/** Long dorsal and anal fins, as walking catfish have them. */
const clariid: SideForm = {
  ...catfish,
  top: [-0.006, 0.012, 0.028, 0.05, 0.078, 0.084, 0.084, 0.082, 0.076, 0.066, 0.054, 0.046, 0.046],
  bottom: [0.022, 0.04, 0.052, 0.064, 0.078, 0.084, 0.084, 0.08, 0.072, 0.06, 0.048, 0.042, 0.042],
  eye: { x: 0.09, y: 0.012, r: 0.008 },
  dorsal: [{ ...soft(0.33, 0.97, 0.03, 0.052, 0.056, 0.056, 0.054, 0.04), rays: 44 }],
  anal: [{ ...soft(0.52, 0.965, 0.03, 0.045, 0.048, 0.046, 0.034), rays: 34 }],
  adipose: undefined,
  caudal: tail('rounded', 0.13, 0.075),
  barbels: [
    [0.04, 0.014, 0.2, 0.085],
    [0.05, -0.02, 0.26, -0.11],
    [0.05, -0.05, 0.12, -0.13],
    [0.075, -0.054, 0.15, -0.11],
  ],
};

/** Shark-like catfish of the Mekong. */
const pangasius: SideForm = {
  ...deeper(catfish, 1.12),
  eye: { x: 0.1, y: -0.006, r: 0.015 },
  barbels: [[0.05, -0.034, 0.12, -0.07]],
  caudal: tail('forked', 0.22, 0.155, 0.6),
};

/** Sea catfish: high fins with filaments. */
const seaCatfish: SideForm = {
  ...catfish,
  dorsal: [soft(0.33, 0.43, 0.14, 0.2, 0.1, 0.05)],
  caudal: tail('forked', 0.23, 0.16, 0.68),
  barbels: catfish.barbels?.slice(0, 3) ?? [],
};

export const catfishForms = { catfish, bullhead, flathead, wels, pimelodid, clariid, pangasius, seaCatfish };
