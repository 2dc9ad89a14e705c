import type { Casting, Form, Marking, Palette } from '../drawing/form.js';
import { bassForms } from '../forms/bass-forms.js';
import { flatfishForms } from '../forms/flatfish-forms.js';
import { rayForms } from '../forms/ray-forms.js';
import { carpForms } from '../forms/carp-forms.js';
import { catfishForms } from '../forms/catfish-forms.js';
import { longForms } from '../forms/long-forms.js';
import { sharkForms } from '../forms/shark-forms.js';
import { tunaForms } from '../forms/tuna-forms.js';
import { characinForms } from '../forms/characin-forms.js';
import { herringForms } from '../forms/herring-forms.js';
import { sturgeonForms } from '../forms/sturgeon-forms.js';
import { salmonForms } from '../forms/salmon-forms.js';
import { jackForms } from '../forms/jack-forms.js';
import { snapperForms } from '../forms/snapper-forms.js';
import { spreadForms } from '../forms/spread-forms.js';
import { codForms } from '../forms/cod-forms.js';
import { reefForms } from '../forms/reef-forms.js';
import { rockfishForms } from '../forms/rockfish-forms.js';

/** All body forms by name. */
export const forms = {
  ...bassForms,
  ...flatfishForms,
  ...rayForms,
  ...carpForms,
  ...catfishForms,
  ...longForms,
  ...sharkForms,
  ...tunaForms,
  ...characinForms,
  ...herringForms,
  ...sturgeonForms,
  ...salmonForms,
  ...jackForms,
  ...snapperForms,
  ...spreadForms,
  ...codForms,
  ...reefForms,
  ...rockfishForms,
} satisfies Record<string, Form>;

export type FormName = keyof typeof forms;

export const cast = (form: FormName, palette: Palette, ...markings: readonly Marking[]): Casting => ({
  form: forms[form],
  palette,
  markings,
});
