import { isPowerful, SCOPE_WORDS, type Scope } from '../../session/scopes.js';
import { Badge } from '../../ui/badge.js';
import styles from './scope-choice.module.css';

interface ScopeChoiceProps {
  /** What the person may hand on. */
  readonly scopes: readonly Scope[];
  readonly chosen: readonly Scope[];
  readonly onChange: (chosen: Scope[]) => void;
}

/** What a credential may do, in words. */
export const ScopeChoice = ({ scopes, chosen, onChange }: ScopeChoiceProps) => (
  <fieldset className={styles['choice']}>
    <legend className={styles['legend']}>Permissions</legend>
    {scopes.map((scope) => (
      <label key={scope} className={styles['scope']}>
        <input
          type="checkbox"
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(scopes.filter((one) => (one === scope ? target.checked : chosen.includes(one))))
          }
        />
        <span>
          {SCOPE_WORDS[scope]} <code className={styles['name']}>{scope}</code>{' '}
          {isPowerful(scope) && <Badge tone="warn">powerful</Badge>}
        </span>
      </label>
    ))}
  </fieldset>
);
