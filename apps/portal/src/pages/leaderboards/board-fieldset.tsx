import type { Leaderboard, Metric, NewLeaderboard, Period, VerificationTier } from '@catch-data/sdk';
import type { Dispatch, SetStateAction } from 'react';
import { TIERS } from '../../api/catches.js';
import { METRICS, PERIODS } from '../../api/leaderboards.js';
import { boundTo } from '../../ui/bound-to.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/field.js';
import { FieldGroup } from '../../ui/form-layout.js';
import { RegionField } from '../../ui/region-field.js';
import { tierLabel } from '../catches/tier-badge.js';
import { type PickedSpecies, SpeciesPicker } from '../species/species-picker.js';
import { METRIC_LABELS, PERIOD_LABELS } from './board-words.js';

export interface BoardDraft {
  readonly name: string;
  readonly metric: string;
  readonly species: PickedSpecies | null;
  readonly region: string;
  readonly tier: string;
  readonly period: string;
}

export const draftOfBoard = (board: Leaderboard | null, speciesName: string): BoardDraft => ({
  name: board?.name ?? '',
  metric: board?.rule.metric ?? 'heaviest',
  species: board?.rule.species_id ? { id: board.rule.species_id, name: speciesName } : null,
  region: board?.rule.region ?? '',
  tier: board?.rule.min_verification_tier ?? 'photo',
  period: board?.rule.period ?? 'all_time',
});

/** The selects offer values of the API alone. */
export const fieldsOfBoard = (draft: BoardDraft): NewLeaderboard => ({
  name: draft.name.trim() || null,
  metric: draft.metric as Metric,
  species_id: draft.species?.id ?? null,
  region: draft.region.trim() || null,
  min_verification_tier: draft.tier as VerificationTier,
  period: draft.period as Period,
});

interface BoardFieldsetProps {
  readonly draft: BoardDraft;
  readonly setDraft: Dispatch<SetStateAction<BoardDraft>>;
}

const METRIC_OPTIONS = METRICS.map((value) => ({ value, label: METRIC_LABELS[value] }));
const PERIOD_OPTIONS = PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }));
const TIER_OPTIONS = TIERS.map((value) => ({ value, label: tierLabel(value) }));

export const BoardFieldset = ({ draft, setDraft }: BoardFieldsetProps) => {
  const bind = boundTo(draft, setDraft);
  return (
    <FieldGroup legend="The rule">
      <TextField
        {...bind('name')}
        label="Name"
        maxLength={200}
        hint="Leave empty to name it after its rule."
        pointer="/name"
      />
      <Select {...bind('metric')} label="What counts" options={METRIC_OPTIONS} pointer="/metric" />
      <Select {...bind('period')} label="Period" options={PERIOD_OPTIONS} pointer="/period" />
      <div>
        <SpeciesPicker
          label="Species"
          value={draft.species ?? { id: '', name: 'All species' }}
          pointer="/species_id"
          onPick={(species) => setDraft((old) => ({ ...old, species }))}
        />
        {draft.species && (
          <Button size="s" variant="quiet" onClick={() => setDraft((old) => ({ ...old, species: null }))}>
            All species
          </Button>
        )}
      </div>
      <RegionField {...bind('region')} hint="Leave empty for catches from everywhere." pointer="/region" />
      <Select {...bind('tier')} label="Verified at least" options={TIER_OPTIONS} pointer="/min_verification_tier" />
    </FieldGroup>
  );
};
