import { Body, Controller, Delete, Get, HttpCode, NotFoundException, Param, Patch, Post, Query } from '@nestjs/common';
import { idSchema } from '@cds/contracts';
import { AppError, type ErrorKind } from '@cds/errors';
import { z } from 'zod';
import { acceptBody, decimals, parseBody, queryBoolean, queryList, queryNumber, text } from '@cds/validation';
import { CurrentCaller, type Requester } from '../src/index.js';
import { cursorPageQuery, cursorPageRules } from '@cds/listing';

const lure = z.strictObject({
  name: text(10).min(1),
  weight_lbs: decimals(3).gt(0).max(5000),
  hooks: z.int().min(1).optional(),
  color: z.enum(['red', 'green']).optional(),
  sold_at: z.iso.datetime().optional(),
  box: z.strictObject({ 'a/b~c': z.boolean() }).optional(),
  tags: z.array(z.string()).max(2).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});

const query = z
  .strictObject({
    ...cursorPageQuery,
    color: queryList(z.enum(['red', 'green'])).optional(),
    min_weight_lbs: queryNumber(z.number().min(0).max(5000)).optional(),
    sold: queryBoolean().optional(),
    q: text(20).optional(),
  })
  .check(cursorPageRules);

/** A made-up resource with every way to succeed and fail. */
@Controller('v1/lures')
export class TackleHttp {
  @Get()
  list(@Query({ schema: query }) parsed: z.infer<typeof query>): unknown {
    return parsed;
  }

  @Get('me')
  me(@CurrentCaller() caller: Requester): unknown {
    return { caller };
  }

  @Get('by-id/:id')
  read(@Param('id', { schema: idSchema('catch') }) id: string): unknown {
    return { id };
  }

  @Post()
  create(@Body({ schema: lure }) body: z.infer<typeof lure>): unknown {
    return body;
  }

  /** Knows what the schema does not: that there is no lure called "boot". */
  @Post('known')
  known(@Body() body: unknown): unknown {
    const parsed = parseBody(lure, body);
    const rejected =
      parsed.partial.name === 'boot'
        ? [{ code: 'species.unknown', detail: 'no lure is called boot', pointer: '/name' }]
        : [];
    return acceptBody(parsed, rejected);
  }

  @Post('ping')
  @HttpCode(200)
  ping(): unknown {
    return {};
  }

  /** Knows one lure alone. */
  @Patch(':id')
  edit(@Param('id') id: string, @Body() body: unknown): unknown {
    if (id !== 'mine') throw new AppError({ code: 'catch.not_found', kind: 'not-found', message: 'No such lure.' });
    return acceptBody(parseBody(lure, body));
  }

  @Delete(':id')
  @HttpCode(204)
  remove(): void {}

  @Get('fail/:kind')
  fail(@Param('kind') kind: ErrorKind, @Query() _query: unknown): never {
    throw new Error('outer', {
      cause: new AppError({
        code: 'catch.not_found',
        kind,
        message: 'No such lure.',
        detail: { row: 7 },
        retryAfterSeconds: kind === 'too-many' ? 2.5 : undefined,
      }),
    });
  }

  @Get('crash')
  crash(): never {
    throw new Error('secret inside: s3cr3t');
  }

  @Get('database-away')
  databaseAway(): never {
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  }

  @Get('nest')
  nest(): never {
    throw new NotFoundException('inside');
  }
}
