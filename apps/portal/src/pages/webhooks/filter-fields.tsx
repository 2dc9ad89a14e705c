import { Select, TextField } from '../../ui/field.js';
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
  readonly set: (changed: Partial<EndpointDraft>) => void;
}

/** Which events of its types an endpoint is told of: all that is filled in must hold. */
export const FilterFields = ({ draft, set }: FilterFieldsProps) => (
  <fieldset className={styles['family']}>
    <legend>Only events about</legend>
    <div className={styles['pair']}>
      <TextField
        label="Species"
        hint="Its id: spc_…"
        pointer="/filter/species_id"
        value={draft.speciesId}
        onChange={({ target }) => set({ speciesId: target.value })}
      />
      <TextField
        label="At least this weight, in lb"
        pointer="/filter/min_weight_lbs"
        type="number"
        min={0}
        max={5000}
        step={0.001}
        value={draft.minWeightLbs}
        onChange={({ target }) => set({ minWeightLbs: target.value })}
      />
      <Select
        label="Verification tier"
        pointer="/filter/min_verification_tier"
        options={TIERS}
        value={draft.minVerificationTier}
        onChange={({ target }) => set({ minVerificationTier: target.value })}
      />
      <TextField
        label="Region"
        hint="ISO 3166-2, such as US-TX."
        pointer="/filter/region"
        value={draft.region}
        onChange={({ target }) => set({ region: target.value })}
      />
      <TextField
        label="Angler"
        hint="An id: ang_…"
        pointer="/filter/angler_id"
        value={draft.anglerId}
        onChange={({ target }) => set({ anglerId: target.value })}
      />
      <TextField
        label="Leaderboard"
        hint="Its id: lb_…"
        pointer="/filter/leaderboard_id"
        value={draft.leaderboardId}
        onChange={({ target }) => set({ leaderboardId: target.value })}
      />
      <TextField
        label="Up to this rank"
        pointer="/filter/max_rank"
        type="number"
        min={1}
        value={draft.maxRank}
        onChange={({ target }) => set({ maxRank: target.value })}
      />
    </div>
  </fieldset>
);
