import { hash } from 'node:crypto';
import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../../principals/network-of.js';

export interface Attempt {
  readonly email: string;
  readonly address: string;
}

const QUARTER_HOUR = 900;
const HOUR = 3_600;
const DAY = 86_400;

/**
 * Counts guesses at passwords and mails that are asked for, for all copies of the gateway together. A guess is counted
 * before it is looked at, and given back when it was right: so many at once are no more than the same one after the
 * other.
 */
@Injectable()
export class Attempts {
  /** Narrowest first: what one address is refused at one person's door does not count against the person. */
  private readonly guesses: readonly Counter[];
  private readonly from: RateLimiterPostgres;
  /** Of codes of one person's authenticator app: 50 in a day hit one of three codes in a million once in 18 years. */
  private readonly codes: readonly RateLimiterPostgres[];
  private readonly alarms: RateLimiterPostgres;
  private readonly mailsTo: RateLimiterPostgres;
  private readonly mailsFrom: RateLimiterPostgres;

  constructor(@Inject(POOL) pool: pg.Pool) {
    const limiter = (keyPrefix: string, points: number, duration: number): RateLimiterPostgres =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'attempt_counts',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points,
        duration,
      });
    this.from = limiter('guess_from', 50, QUARTER_HOUR);
    this.codes = [limiter('code_quarter', 10, QUARTER_HOUR), limiter('code_day', 50, DAY)];
    this.alarms = limiter('alarm', 1, DAY);
    this.guesses = [
      {
        limiter: limiter('guess_pair', 10, QUARTER_HOUR),
        keyOf: ({ email, address }) => keyOf(email, networkOf(address)),
      },
      { limiter: this.from, keyOf: ({ address }) => keyOf(networkOf(address)) },
      { limiter: limiter('guess_at', 100, QUARTER_HOUR), keyOf: ({ email }) => keyOf(email) },
    ];
    this.mailsTo = limiter('mail_to', 3, HOUR);
    this.mailsFrom = limiter('mail_from', 20, HOUR);
  }

  /** Counts a guess; returns the seconds until another may be made, 0 when this one may. */
  async guess(attempt: Attempt): Promise<number> {
    for (const { limiter, keyOf: key } of this.guesses) {
      const waitSeconds = await take(limiter, key(attempt));
      if (waitSeconds > 0) return waitSeconds;
    }
    return 0;
  }

  /** Gives a guess back that was right. */
  async wasRight(attempt: Attempt): Promise<void> {
    for (const { limiter, keyOf: key } of this.guesses) await limiter.reward(key(attempt));
  }

  /**
   * Counts a guess at the code of a person who has shown the password, wherever it comes from: nobody else can use
   * their guesses up. Returns the seconds until another may be made, 0 when this one may.
   */
  async guessCode(personId: string): Promise<number> {
    for (const limiter of this.codes) {
      const waitSeconds = await take(limiter, keyOf(personId));
      if (waitSeconds > 0) return waitSeconds;
    }
    return 0;
  }

  /** Gives a guess at a code back that was right. */
  async codeWasRight(personId: string): Promise<void> {
    for (const limiter of this.codes) await limiter.reward(keyOf(personId));
  }

  /** Counts a try at what nobody can guess, to bound the work; returns as `guess` does. */
  tryFrom(address: string): Promise<number> {
    return take(this.from, keyOf(networkOf(address)));
  }

  /** Gives such a try back that was right. */
  async tryWasRight(address: string): Promise<void> {
    await this.from.reward(keyOf(networkOf(address)));
  }

  /** Whether a person may be warned now, once a day, that somebody has their password. */
  async mayAlarm(personId: string): Promise<boolean> {
    return (await take(this.alarms, keyOf(personId))) === 0;
  }

  /**
   * Counts that somebody at this address asks for a mail; returns the seconds until the next may be asked for, 0 when
   * this one may.
   */
  askForMail(address: string): Promise<number> {
    return take(this.mailsFrom, keyOf(networkOf(address)));
  }

  /**
   * Whether one more mail of a kind that was asked for may go to this address. The answer does not reveal it. By kind,
   * so that nobody keeps a person's new password away by asking for other mails.
   */
  async mayMail(kind: string, email: string): Promise<boolean> {
    return (await take(this.mailsTo, keyOf(kind, email))) === 0;
  }
}

interface Counter {
  readonly limiter: RateLimiterPostgres;
  readonly keyOf: (attempt: Attempt) => string;
}

/** What people type is not stored: it may be a password in the wrong field. */
const keyOf = (...parts: string[]): string => hash('sha256', JSON.stringify(parts), 'hex');

const take = async (limiter: RateLimiterPostgres, key: string): Promise<number> => {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    throw refused;
  }
};
