import { Injectable } from '@nestjs/common';
import { BatchSize } from '../entries/move-entries/batch-size.js';

const [FIRST, LEAST, MOST] = [4_000, 500, 100_000];

/** How much a step of filling does: the number of its catches, each counted once for each ranking that it is in. */
@Injectable()
export class FillSize extends BatchSize {
  constructor() {
    super(FIRST, LEAST, MOST);
  }
}
