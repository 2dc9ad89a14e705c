/** The fields of a draft that are texts. */
type TextName<Draft> = { [Name in keyof Draft]: string extends Draft[Name] ? Name : never }[keyof Draft];

interface Typed {
  readonly target: { readonly value: string };
}

/** Binds controls to the texts of a draft, each by its name. */
export const boundTo =
  <Draft extends object>(draft: Draft, onChange: (draft: Draft) => void) =>
  <Name extends TextName<Draft>>(name: Name) => ({
    value: draft[name] as Draft[Name] & string,
    onChange: ({ target }: Typed) => onChange({ ...draft, [name]: target.value }),
  });
