import { Injectable } from '@nestjs/common';
import { recordNotFound } from '../../catalogue/species.errors.js';
import { worldRecordId } from '../../catalogue/species.projection.js';
import { worldRecordsOf } from '../edit-world-records.js';
import { type RecordChange, WorldRecordEditor } from '../world-record-editor.js';

@Injectable()
export class WithdrawRecordHandler {
  constructor(private readonly editor: WorldRecordEditor) {}

  /** Deletes a world record; the heaviest of the others is the current one then. */
  async execute(recordId: string, change: RecordChange): Promise<void> {
    await this.editor.edit(change, (species) => {
      const records = worldRecordsOf(species);
      const others = records.filter((record) => worldRecordId(species.id, record) !== recordId);
      if (others.length === records.length) throw recordNotFound(recordId);
      return others;
    });
  }
}
