import type { SideForm } from '../drawing/form.js';
import { fleshy, pointed, soft, tail } from './parts.js';

const sturgeon: SideForm = {
  view: 'side',
  top: [-0.004, 0.01, 0.021, 0.044, 0.082, 0.094, 0.09, 0.082, 0.07, 0.056, 0.038, 0.03, 0.03],
  bottom: [0.012, 0.024, 0.034, 0.05, 0.072, 0.08, 0.08, 0.074, 0.062, 0.048, 0.033, 0.026, 0.024],
  eye: { x: 0.115, y: 0.014, r: 0.0085 },
  mouth: { x: 0.0, y: -0.008 },
  gill: 0.235,
  dorsal: [soft(0.745, 0.855, 0.06, 0.086, 0.062, 0.036, 0.02)],
  anal: [soft(0.77, 0.85, 0.05, 0.078, 0.052, 0.022)],
  caudal: tail('shark', 0.2, 0.15, 0.45),
  pectoral: pointed(0.25, 0.94, 0.14, 0.06, 26),
  pelvic: pointed(0.67, 0.98, 0.075, 0.045, 30),
  scutes: [0.02, 0.5, 0.93],
  barbels: [
    [0.07, -0.028, 0.072, -0.068],
    [0.082, -0.03, 0.088, -0.07],
  ],
};

const paddlefish: SideForm = {
  ...sturgeon,
  scutes: [],
  barbels: [],
  bill: { length: 0.36, thickness: 0.05, kind: 'paddle' },
  mouth: { x: 0.14, y: -0.04, jaw: true },
  eye: { x: 0.04, y: 0.004, r: 0.0075 },
  gill: 0.3,
  dorsal: [fleshy(0.66, 0.8, 0.6, 0.04, 0.09, 0.1, 0.05, 0.016)],
};

export const sturgeonForms = { sturgeon, paddlefish };
