import { AppError } from '@cds/errors';
import { Controller, Get, Header, Param } from '@nestjs/common';
import { dataOf } from '../data-of.js';

const SUFFIX = '.json';

/** The JSON Schemas of published events, for consumers of the Kafka topics: `/schemas/CatchLoggedV1.json`. */
@Controller('schemas')
export class EventSchemasHttp {
  private readonly schemas = new Map(Object.entries(dataOf('event-schemas.json') as Readonly<Record<string, object>>));

  @Get()
  @Header('cache-control', 'public, max-age=300')
  index(): { data: { type: string; url: string }[] } {
    return { data: [...this.schemas.keys()].map((type) => ({ type, url: `/schemas/${type}${SUFFIX}` })) };
  }

  @Get(':file')
  @Header('content-type', 'application/schema+json; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  one(@Param('file') file: string): object {
    const schema = file.endsWith(SUFFIX) ? this.schemas.get(file.slice(0, -SUFFIX.length)) : undefined;
    if (!schema)
      throw new AppError({
        code: 'route.not_found',
        kind: 'not-found',
        message: 'No published event has this schema. /schemas lists all.',
      });
    return schema;
  }
}
