import { AppError } from '@cds/errors';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isProblemCode, type Page, problemIndex, problemPage } from './problem-page.js';

/** The pages that the `type` of each problem points to. */
@Controller('problems')
export class ProblemPagesController {
  @Get()
  index(@Res() reply: FastifyReply): void {
    show(problemIndex(), reply);
  }

  @Get(':code')
  one(@Param('code') code: string, @Res() reply: FastifyReply): void {
    if (!isProblemCode(code)) throw new AppError({ code: 'route.not_found', kind: 'not-found', message: 'No problem has this code. /problems lists all.' });
    show(problemPage(code), reply);
  }
}

const show = ({ html, headers }: Page, reply: FastifyReply): void => void reply.headers(headers).send(html);
