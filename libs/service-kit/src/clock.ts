import { Injectable } from '@nestjs/common';

/** Tells the time; tests put their own in its place. Injectable by this class. */
export abstract class Clock {
  abstract now(): Date;
}

/** The time of this machine. */
@Injectable()
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
