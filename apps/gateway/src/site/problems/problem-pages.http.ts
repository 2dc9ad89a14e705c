import { AppError } from '@cds/errors';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sendPage } from '../pages/page.js';
import { isProblemCode, problemIndex, problemPage } from './problem-page.js';

/** The pages that the `type` of each problem points to. */
@Controller('problems')
export class ProblemPagesHttp {
  @Get()
  index(@Res() reply: FastifyReply): Promise<void> {
    return sendPage(reply, problemIndex());
  }

  @Get(':code')
  one(@Param('code') code: string, @Res() reply: FastifyReply): Promise<void> {
    if (!isProblemCode(code))
      throw new AppError({
        code: 'route.not_found',
        kind: 'not-found',
        message: 'No problem has this code. /problems lists all.',
      });
    return sendPage(reply, problemPage(code));
  }
}
