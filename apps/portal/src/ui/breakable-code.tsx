import { Fragment } from 'react';

/** A path or dotted name in code, whose lines break at its separators. */
export const BreakableCode = ({ text }: { readonly text: string }) => (
  <code>
    {text.split(/(?<=[./])/).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
);
