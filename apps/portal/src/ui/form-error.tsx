import { problemOf } from '../api/problem.js';
import { Note } from './states.js';

/** Why a form was refused, at its foot; its fields show their own reasons. */
export const FormError = ({ error }: { readonly error: unknown }) => {
  if (!error) return null;
  const { title, detail, requestId } = problemOf(error);
  return (
    <Note tone="bad" title={title}>
      <p>{detail}</p>
      {requestId && (
        <p>
          Request <code>{requestId}</code>
        </p>
      )}
    </Note>
  );
};
