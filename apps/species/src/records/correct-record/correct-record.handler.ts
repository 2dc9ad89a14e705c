import type { ParsedBody } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { accepted } from '../../accepted.js';
import { recordNotFound } from '../../catalogue/species.errors.js';
import { worldRecordId, type SpeciesRow } from '../../catalogue/species.projection.js';
import { speciesTag } from '../../catalogue/species-tag.js';
import { worldRecordsOf } from '../edit-world-records.js';
import { withDate } from '../enter-record/enter-record.handler.js';
import { type TaggedRecord, worldRecordEntry } from '../record-view.js';
import { type WorldRecordBody, worldRecordOf } from '../world-record-body.js';
import { type RecordChange, WorldRecordEditor } from '../world-record-editor.js';

@Injectable()
export class CorrectRecordHandler {
  constructor(private readonly editor: WorldRecordEditor) {}

  /**
   * Replaces what a world record says. The heaviest of a species' records is the current one, so that a correction may
   * make another one current. Fails with `species.record_not_found`.
   */
  async execute(
    recordId: string,
    change: RecordChange,
    readBody: () => ParsedBody<WorldRecordBody>,
  ): Promise<TaggedRecord> {
    const row = await this.editor.edit(change, (species, now) => {
      const records = worldRecordsOf(species);
      if (!records.some((record) => worldRecordId(species.id, record) === recordId)) throw recordNotFound(recordId);
      const corrected = worldRecordOf(accepted(withDate(readBody(), now)), recordId);
      return records.map((record) => (isIt(species, record, recordId) ? keptId(record, corrected) : record));
    });
    return { view: worldRecordEntry(row, recordId), tag: speciesTag(row) };
  }
}

const isIt = (species: SpeciesRow, record: Parameters<typeof worldRecordId>[1], id: string): boolean =>
  worldRecordId(species.id, record) === id;

/** A record of the seed keeps having no id of its own: saying what is there is no change. */
const keptId = <R extends { id?: string | undefined }>({ id }: R, corrected: R): R => {
  if (id !== undefined) return corrected;
  const { id: _id, ...others } = corrected;
  return others as R;
};
