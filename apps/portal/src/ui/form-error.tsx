import { problemOf } from '../api/problem.js';
import { refusalOf } from '../api/refusal.js';
import { useOtherReasons } from './form-reasons.js';
import { Note } from './states.js';

/** Why a form was refused; its fields show their own reasons. */
export const FormError = ({ error }: { readonly error: unknown }) => {
  const reasons = refusalOf(error)?.errors ?? [];
  const others = useOtherReasons(reasons);
  if (!error) return null;
  if (reasons.length > 0)
    return (
      <Note tone="bad" title="Check what you entered">
        {others.length < reasons.length && <p>What has to change is said at each field.</p>}
        {others.map(({ pointer, detail }) => (
          <p key={`${pointer} ${detail}`}>{detail}</p>
        ))}
      </Note>
    );
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
