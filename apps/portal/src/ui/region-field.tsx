import type { ComponentProps } from 'react';
import { TextField } from './field.js';

type RegionFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'pattern' | 'title' | 'placeholder'>;

/** A part of a country, as ISO 3166-2 names it. */
export const RegionField = (props: RegionFieldProps) => (
  <TextField
    {...props}
    label="Region"
    placeholder="US-TX"
    pattern="[A-Z]{2}-[A-Z0-9]{1,3}"
    title="An ISO 3166-2 code, such as US-TX"
  />
);
