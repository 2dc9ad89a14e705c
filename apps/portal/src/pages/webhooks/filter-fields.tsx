import { boundTo } from '../../ui/bound-to.js';
import { Select, TextField } from '../../ui/field.js';
import { RegionField } from '../../ui/region-field.js';
import type { EndpointDraft } from './endpoint-draft.js';
import styles from './webhooks.module.css';

const TIERS = [
  { value: '', label: 'Any' },
  { value: 'photo', label: 'Photo and up' },
  { value: 'witnessed', label: 'Witnessed and up' },
  { value: 'certified', label: 'Certified' },
];

interface FilterFieldsProps {
  readonly draft: EndpointDraft;
  readonly onDraft: (draft: EndpointDraft) => void;
}

/** Which events of its types an endpoint is told of: all that is filled in must hold. */
export const FilterFields = ({ draft, onDraft }: FilterFieldsProps) => {
  const bind = boundTo(draft, onDraft);
  return (
    <fieldset className={styles['family']}>
      <legend>Only events about</legend>
      <div className={styles['pair']}>
        <TextField label="Species" hint="Its id: spc_…" pointer="/filter/species_id" {...bind('speciesId')} />
        <TextField
          label="At least this weight, in lb"
          pointer="/filter/min_weight_lbs"
          type="number"
          min={0}
          max={5000}
          step={0.001}
          {...bind('minWeightLbs')}
        />
        <Select
          label="Verification tier"
          pointer="/filter/min_verification_tier"
          options={TIERS}
          {...bind('minVerificationTier')}
        />
        <RegionField {...bind('region')} pointer="/filter/region" />
        <TextField label="Angler" hint="An id: ang_…" pointer="/filter/angler_id" {...bind('anglerId')} />
        <TextField
          label="Leaderboard"
          hint="Its id: lb_…"
          pointer="/filter/leaderboard_id"
          {...bind('leaderboardId')}
        />
        <TextField label="Up to this rank" pointer="/filter/max_rank" type="number" min={1} {...bind('maxRank')} />
      </div>
    </fieldset>
  );
};
