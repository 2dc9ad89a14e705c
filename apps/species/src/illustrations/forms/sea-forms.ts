import type { SideForm } from '../drawing/form.js';
import { deeper, paired, pointed, soft, spiny, tail } from './parts.js';

const snapper: SideForm = {
  view: 'side',
  top: [0.0, 0.044, 0.086, 0.136, 0.18, 0.192, 0.182, 0.164, 0.136, 0.102, 0.07, 0.056, 0.06],
  bottom: [0.018, 0.048, 0.07, 0.096, 0.126, 0.142, 0.146, 0.14, 0.12, 0.086, 0.06, 0.051, 0.055],
  eye: { x: 0.135, y: 0.056, r: 0.0235 },
  mouth: { x: 0.12, y: -0.038, jaw: true, lip: 0.004 },
  gill: 0.33,
  dorsal: [spiny(0.31, 0.61, 0.04, 0.085, 0.104, 0.104, 0.098, 0.09, 0.082, 0.074, 0.068, 0.064), soft(0.605, 0.86, 0.068, 0.082, 0.088, 0.09, 0.084, 0.04)],
  anal: [soft(0.66, 0.84, 0.06, 0.094, 0.098, 0.092, 0.036)],
  caudal: tail('forked', 0.22, 0.16, 0.36),
  pectoral: pointed(0.335, 0.66, 0.25, 0.075, 12),
  pelvic: pointed(0.35, 0.98, 0.15, 0.06, 32),
  scales: 0.022,
  lateralLine: [0.22, 0.5],
};

/** Jobfish, vermilion and yellowtail snapper: slender, deeply forked. */
const slimSnapper: SideForm = deeper(snapper, 0.82, { caudal: tail('forked', 0.25, 0.165, 0.62), mouth: { x: 0.1, y: -0.026, jaw: true } });

const seabream: SideForm = {
  ...deeper(snapper, 1.12),
  top: [0.0, 0.062, 0.116, 0.176, 0.224, 0.23, 0.214, 0.188, 0.152, 0.11, 0.074, 0.058, 0.062],
  bottom: [0.016, 0.052, 0.08, 0.114, 0.15, 0.168, 0.17, 0.158, 0.128, 0.09, 0.062, 0.053, 0.057],
  eye: { x: 0.145, y: 0.066, r: 0.026 },
  mouth: { x: 0.09, y: -0.046, lip: 0.007 },
  pectoral: pointed(0.34, 0.64, 0.31, 0.078, 10),
  caudal: tail('forked', 0.23, 0.17, 0.5),
};

const grunt: SideForm = deeper(snapper, 1.02, { mouth: { x: 0.085, y: -0.034, lip: 0.006 }, caudal: tail('forked', 0.22, 0.15, 0.45) });

/** Drums: a spiny fin, a notch, then a long soft one. */
const drum: SideForm = {
  ...snapper,
  top: [-0.004, 0.036, 0.066, 0.1, 0.142, 0.158, 0.15, 0.134, 0.11, 0.084, 0.058, 0.045, 0.048],
  bottom: [0.028, 0.054, 0.072, 0.092, 0.114, 0.124, 0.126, 0.12, 0.1, 0.072, 0.05, 0.041, 0.044],
  eye: { x: 0.115, y: 0.032, r: 0.0185 },
  mouth: { x: 0.1, y: -0.052, lip: 0.004 },
  gill: 0.305,
  dorsal: [spiny(0.315, 0.5, 0.04, 0.09, 0.11, 0.1, 0.086, 0.07, 0.054, 0.038, 0.026), soft(0.505, 0.88, 0.05, 0.07, 0.074, 0.072, 0.07, 0.06, 0.026)],
  anal: [soft(0.665, 0.76, 0.07, 0.1, 0.09, 0.04)],
  caudal: tail('truncate', 0.18, 0.115, 0.2),
  pectoral: pointed(0.315, 0.68, 0.16, 0.06, 16),
  scales: 0.02,
  lateralLine: [0.28, 0.5],
};

const blackDrum: SideForm = deeper(drum, 1.28, { barbels: [[0.05, -0.07, 0.055, -0.115], [0.075, -0.08, 0.085, -0.125], [0.1, -0.09, 0.112, -0.13]], mouth: { x: 0.09, y: -0.07, lip: 0.006 } });

/** Weakfish, seatrout, meagre: longer, with a larger mouth. */
const weakfish: SideForm = {
  ...deeper(drum, 0.84),
  top: [0.004, 0.026, 0.046, 0.072, 0.102, 0.118, 0.118, 0.108, 0.092, 0.072, 0.05, 0.04, 0.043],
  mouth: { x: 0.115, y: -0.026, jaw: true },
  eye: { x: 0.105, y: 0.024, r: 0.0185 },
};

/** Kingfish and whitings of the surf: the mouth below. */
const surfWhiting: SideForm = { ...deeper(drum, 0.76), mouth: { x: 0.062, y: -0.04, lip: 0.004 }, dorsal: [spiny(0.31, 0.46, 0.05, 0.14, 0.12, 0.09, 0.066, 0.044, 0.028), soft(0.47, 0.9, 0.045, 0.06, 0.058, 0.054, 0.05, 0.02)] };

const jack: SideForm = {
  view: 'side',
  top: [0.004, 0.062, 0.108, 0.152, 0.184, 0.19, 0.18, 0.162, 0.13, 0.088, 0.042, 0.023, 0.024],
  bottom: [0.024, 0.058, 0.082, 0.112, 0.146, 0.162, 0.166, 0.154, 0.122, 0.082, 0.04, 0.022, 0.023],
  eye: { x: 0.112, y: 0.042, r: 0.0235 },
  mouth: { x: 0.098, y: -0.046, jaw: true },
  gill: 0.285,
  dorsal: [spiny(0.35, 0.48, 0.03, 0.066, 0.072, 0.062, 0.048, 0.032, 0.018), soft(0.505, 0.91, 0.08, 0.15, 0.07, 0.042, 0.032, 0.026, 0.018)],
  anal: [{ ...soft(0.53, 0.91, 0.08, 0.14, 0.064, 0.04, 0.03, 0.024, 0.016) }],
  caudal: tail('lunate', 0.25, 0.2, 0.72),
  pectoral: pointed(0.3, 0.62, 0.3, 0.06, 22),
  pelvic: pointed(0.32, 0.98, 0.1, 0.045, 36),
  scales: 0.0085,
  lateralLine: [0.22, 0.5],
  keels: true,
};

/** Slimmer jacks: blue runner, scads. */
const runner: SideForm = deeper(jack, 0.72, { pectoral: pointed(0.3, 0.62, 0.24, 0.05, 16) });

const amberjack: SideForm = {
  ...deeper(jack, 0.76),
  top: [0.006, 0.04, 0.068, 0.1, 0.132, 0.14, 0.136, 0.124, 0.102, 0.072, 0.04, 0.025, 0.026],
  dorsal: [spiny(0.34, 0.46, 0.02, 0.042, 0.048, 0.044, 0.036, 0.026, 0.016), soft(0.465, 0.9, 0.06, 0.104, 0.06, 0.046, 0.04, 0.034, 0.022)],
  anal: [soft(0.6, 0.895, 0.05, 0.084, 0.05, 0.038, 0.03, 0.02)],
  pectoral: pointed(0.29, 0.66, 0.135, 0.055, 16),
  pelvic: pointed(0.31, 0.98, 0.13, 0.05, 30),
  caudal: tail('lunate', 0.24, 0.18, 0.72),
};

const pompano: SideForm = {
  ...jack,
  top: [-0.004, 0.068, 0.124, 0.182, 0.224, 0.234, 0.226, 0.2, 0.156, 0.1, 0.046, 0.028, 0.029],
  bottom: [0.036, 0.084, 0.122, 0.162, 0.198, 0.214, 0.212, 0.192, 0.148, 0.094, 0.044, 0.027, 0.028],
  mouth: { x: 0.068, y: -0.058, lip: 0.004 },
  eye: { x: 0.105, y: 0.03, r: 0.0215 },
  dorsal: [spiny(0.34, 0.47, 0.012, 0.024, 0.026, 0.026, 0.024, 0.02), soft(0.475, 0.92, 0.1, 0.2, 0.08, 0.044, 0.034, 0.026, 0.018)],
  anal: [soft(0.495, 0.92, 0.1, 0.185, 0.074, 0.042, 0.032, 0.024, 0.016)],
  caudal: tail('lunate', 0.29, 0.24, 0.78),
  pectoral: paired(0.3, 0.62, 0.15, 0.07, 16),
};

/** Lookdown: a brow like a cliff. */
const lookdown: SideForm = {
  ...pompano,
  top: [0.02, 0.19, 0.25, 0.28, 0.276, 0.256, 0.228, 0.192, 0.148, 0.098, 0.044, 0.026, 0.027],
  bottom: [0.15, 0.216, 0.23, 0.236, 0.236, 0.226, 0.208, 0.178, 0.138, 0.09, 0.042, 0.025, 0.026],
  mouth: { x: 0.062, y: -0.1, lip: 0.003 },
  eye: { x: 0.12, y: 0.03, r: 0.027 },
};

/** Dolphinfish (mahi-mahi): one fin from the brow to the tail. */
const dolphinfish: SideForm = {
  ...jack,
  top: [0.02, 0.112, 0.148, 0.156, 0.147, 0.134, 0.12, 0.104, 0.086, 0.066, 0.044, 0.028, 0.026],
  bottom: [0.05, 0.09, 0.107, 0.114, 0.116, 0.112, 0.104, 0.093, 0.078, 0.06, 0.04, 0.026, 0.025],
  mouth: { x: 0.085, y: -0.044, jaw: true },
  eye: { x: 0.098, y: 0.0, r: 0.0145 },
  gill: 0.225,
  dorsal: [{ ...soft(0.085, 0.93, 0.03, 0.112, 0.13, 0.124, 0.112, 0.098, 0.08, 0.06, 0.03), rays: 44 }],
  anal: [{ ...soft(0.5, 0.93, 0.05, 0.06, 0.046, 0.04, 0.034, 0.02), rays: 24 }],
  caudal: tail('lunate', 0.25, 0.19, 0.8),
  pectoral: pointed(0.225, 0.62, 0.14, 0.045, 24),
  pelvic: pointed(0.23, 0.97, 0.14, 0.045, 22),
};

const roosterfish: SideForm = {
  ...amberjack,
  dorsal: [{ ...spiny(0.33, 0.47, 0.12, 0.26, 0.3, 0.28, 0.23, 0.17, 0.11, 0.05), lean: 0.4 }, soft(0.48, 0.9, 0.05, 0.09, 0.056, 0.044, 0.038, 0.022)],
};

const cobia: SideForm = {
  ...amberjack,
  top: [0.0, 0.018, 0.03, 0.048, 0.076, 0.09, 0.094, 0.092, 0.082, 0.064, 0.042, 0.031, 0.033],
  bottom: [0.016, 0.034, 0.048, 0.066, 0.085, 0.094, 0.096, 0.092, 0.08, 0.06, 0.04, 0.03, 0.032],
  mouth: { x: 0.095, y: -0.01, jaw: true },
  eye: { x: 0.088, y: 0.006, r: 0.0125 },
  gill: 0.235,
  dorsal: [spiny(0.31, 0.45, 0.005, 0.016, 0.018, 0.018, 0.018, 0.016), soft(0.47, 0.92, 0.05, 0.1, 0.07, 0.052, 0.042, 0.032, 0.02)],
  anal: [soft(0.58, 0.91, 0.045, 0.08, 0.056, 0.042, 0.034, 0.02)],
  caudal: tail('lunate', 0.19, 0.14, 0.5),
  pectoral: pointed(0.24, 0.72, 0.165, 0.06, 12),
};

const barracuda: SideForm = {
  ...amberjack,
  top: [0.0, 0.012, 0.021, 0.034, 0.056, 0.066, 0.069, 0.068, 0.064, 0.056, 0.043, 0.035, 0.038],
  bottom: [0.014, 0.024, 0.033, 0.046, 0.06, 0.066, 0.068, 0.067, 0.062, 0.053, 0.04, 0.033, 0.036],
  mouth: { x: 0.122, y: -0.012, jaw: true },
  teeth: true,
  eye: { x: 0.132, y: 0.016, r: 0.0155 },
  gill: 0.275,
  dorsal: [spiny(0.4, 0.49, 0.04, 0.08, 0.076, 0.058, 0.036, 0.016), soft(0.68, 0.78, 0.05, 0.09, 0.056, 0.036, 0.02)],
  anal: [soft(0.69, 0.785, 0.05, 0.084, 0.052, 0.034, 0.018)],
  caudal: tail('forked', 0.17, 0.122, 0.52),
  pectoral: paired(0.28, 0.68, 0.1, 0.04, 14),
  pelvic: paired(0.365, 0.98, 0.07, 0.035, 28),
  scales: 0.011,
  lateralLine: [0.4, 0.5],
};

const bluefish: SideForm = { ...deeper(amberjack, 0.92), dorsal: [spiny(0.35, 0.49, 0.02, 0.044, 0.048, 0.046, 0.04, 0.03, 0.018), soft(0.51, 0.85, 0.07, 0.102, 0.072, 0.056, 0.046, 0.026)], anal: [soft(0.55, 0.85, 0.066, 0.092, 0.066, 0.052, 0.042, 0.024)], caudal: tail('forked', 0.21, 0.145, 0.55), mouth: { x: 0.12, y: -0.034, jaw: true }, teeth: true, scales: 0.013 };

export const seaForms = { snapper, slimSnapper, seabream, grunt, drum, blackDrum, weakfish, surfWhiting, jack, runner, amberjack, pompano, lookdown, dolphinfish, roosterfish, cobia, barracuda, bluefish };
