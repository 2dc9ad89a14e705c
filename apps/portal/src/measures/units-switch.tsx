import { Select } from '../ui/field.js';
import type { Units } from './measures.js';
import { useUnits } from './use-units.js';

const OPTIONS = [
  { value: 'imperial', label: 'Pounds, inches, feet' },
  { value: 'metric', label: 'Kilograms, centimetres, metres' },
];

export const UnitsSwitch = () => {
  const [units, setUnits] = useUnits();
  return (
    <Select label="Units" options={OPTIONS} value={units} onChange={(event) => setUnits(event.target.value as Units)} />
  );
};
