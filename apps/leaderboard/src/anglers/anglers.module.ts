import { Module } from '@nestjs/common';
import { AnglerNames } from './angler-names.store.js';
import { NoteAnglersWhenAdded } from './note-anglers-when-added.consumer.js';

@Module({ controllers: [NoteAnglersWhenAdded], providers: [AnglerNames], exports: [AnglerNames] })
export class AnglersModule {}
