import { Module } from '@nestjs/common';
import { EventTypesHttp } from './event-types.http.js';

@Module({ controllers: [EventTypesHttp] })
export class CatalogueModule {}
