import { applyDecorators, Controller, UseFilters, UseGuards } from '@nestjs/common';
import { FormGuard } from './form.guard.js';
import { PageProblems } from './page-problems.filter.js';

/** A controller of pages for people: its forms are guarded, its errors are pages. */
export const PageController = (): ClassDecorator =>
  applyDecorators(Controller(), UseGuards(FormGuard), UseFilters(PageProblems));
