import { useQuery } from '@tanstack/react-query';
import { eventKindsQuery } from '../../api/webhooks.js';
import { Checkbox } from '../../ui/field.js';
import { useReasons } from '../../ui/form-reasons.js';
import styles from './webhooks.module.css';

const ALL = '*';
const TITLES: Readonly<Record<string, string>> = {
  catch: 'Catches',
  verification: 'Verifications',
  leaderboard: 'Leaderboards',
  species: 'Species',
  webhook: 'Webhooks',
};

const familyOf = (type: string): string => type.slice(0, Math.max(0, type.indexOf('.')));

interface EventTypeChoiceProps {
  /** Names and patterns: `*`, `catch.*`, `catch.created`. */
  readonly value: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
}

/** What an endpoint is told of: everything, whole families with what they will have later, or single types. */
export const EventTypeChoice = ({ value, onChange }: EventTypeChoiceProps) => {
  const error = useReasons('/event_types');
  const { data: kinds = [] } = useQuery(eventKindsQuery);
  const families = [...new Set(kinds.map(({ name }) => familyOf(name)))].filter((family) => family in TITLES);
  const toggle = (type: string): void =>
    onChange(value.includes(type) ? value.filter((one) => one !== type) : [...value, type]);
  const isAll = value.includes(ALL);
  return (
    <fieldset className={styles['family']}>
      <legend>Event types</legend>
      <Checkbox
        label="Everything"
        hint="Also types that are added later."
        checked={isAll}
        onChange={() => onChange(isAll ? [] : [ALL])}
      />
      {!isAll && (
        <div className={styles['families']}>
          {families.map((family) => (
            <Family
              key={family}
              family={family}
              types={kinds.map(({ name }) => name).filter((name) => familyOf(name) === family)}
              value={value}
              toggle={toggle}
            />
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
};

interface FamilyProps {
  readonly family: string;
  readonly types: readonly string[];
  readonly value: readonly string[];
  readonly toggle: (type: string) => void;
}

const Family = ({ family, types, value, toggle }: FamilyProps) => {
  const pattern = `${family}.*`;
  const isWhole = value.includes(pattern);
  return (
    <fieldset className={styles['family']}>
      <legend>{TITLES[family]}</legend>
      <Checkbox label={`All: ${pattern}`} checked={isWhole} onChange={() => toggle(pattern)} />
      {types.map((type) => (
        <Checkbox
          key={type}
          label={type}
          checked={isWhole || value.includes(type)}
          disabled={isWhole}
          onChange={() => toggle(type)}
        />
      ))}
    </fieldset>
  );
};
