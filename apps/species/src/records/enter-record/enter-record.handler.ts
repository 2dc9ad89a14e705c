import type { Violation } from '@cds/errors';
import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { newId } from '@cds/service-kit';
import type { ParsedBody } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { accepted } from '../../accepted.js';
import { tooManyRecords } from '../../catalogue/species.errors.js';
import type { SpeciesRow } from '../../catalogue/species.projection.js';
import { MAX_FORMER_RECORDS, worldRecordsOf } from '../edit-world-records.js';
import { worldRecordEntry, type RecordView } from '../record-view.js';
import { futureDate, type WorldRecordBody, worldRecordOf } from '../world-record-body.js';
import { type RecordChange, WorldRecordEditor } from '../world-record-editor.js';

@Injectable()
export class EnterRecordHandler {
  constructor(private readonly editor: WorldRecordEditor) {}

  /** A new world record of a species, heavier than the current one, which stays among the former ones. */
  async execute(
    change: RecordChange,
    readBody: () => ParsedBody<WorldRecordBody>,
  ): Promise<StoredResponse & { body: RecordView }> {
    const id = newId('speciesRecord');
    let answer: (StoredResponse & { body: RecordView }) | undefined;
    const decide = (species: SpeciesRow, now: Date) => {
      const parsed = readBody();
      const body = accepted(withDate(parsed, now), tooLight(parsed.partial, species));
      if (species.formerRecords.length >= MAX_FORMER_RECORDS) throw tooManyRecords(species.id, MAX_FORMER_RECORDS);
      return [worldRecordOf(body, id), ...worldRecordsOf(species)];
    };
    await this.editor.edit(change, decide, async (tx, species) => {
      answer = enteredRecord(species, id);
      await keepAnswer(tx, change.caller.reservation, answer);
    });
    if (!answer) throw new Error(`the record ${id} was not written`);
    return answer;
  }
}

const tooLight = ({ weight_lbs: weight }: Partial<WorldRecordBody>, { worldRecord }: SpeciesRow): Violation[] => {
  if (weight === undefined || !worldRecord || weight > worldRecord.weightLbs) return [];
  const detail = `must be over the current world record of ${worldRecord.weightLbs} lb`;
  return [{ pointer: '/weight_lbs', code: 'species.record_too_light', detail }];
};

/** A date in the future is wrong whatever else the service knows. */
export const withDate = <T extends WorldRecordBody>(parsed: ParsedBody<T>, now: Date): ParsedBody<T> => {
  const future = futureDate(parsed.partial, now);
  return future.length === 0
    ? parsed
    : { partial: parsed.partial, violations: [...(parsed.violations ?? []), ...future] };
};

const enteredRecord = (species: SpeciesRow, id: string): StoredResponse & { body: RecordView } => ({
  status: 201,
  headers: { location: `/v1/species/${species.id}/records/${id}` },
  body: worldRecordEntry(species, id),
});
