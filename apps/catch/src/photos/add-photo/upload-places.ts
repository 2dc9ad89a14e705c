import { AppError } from '@cds/errors';
import { MAX_FILE_BYTES, PHOTO_LIMITS, type PhotoLimits, photosBusy } from '@cds/photos';
import { Inject, Injectable } from '@nestjs/common';

const PER_ACCOUNT = 3;

/** What one upload holds until it is answered. */
export interface UploadPlace {
  /** So many more bytes are in memory. Throws `service.unavailable` when all uploads together hold too many. */
  receive(bytes: number): void;
  end(): void;
}

/**
 * The uploads that one copy of the service has in hand: few of each account, and of all together as many bytes as the
 * setting allows. A slow sender holds one of its account's places and no more memory than it has sent.
 */
@Injectable()
export class UploadPlaces {
  private readonly accounts = new Map<string, number>();
  private readonly maxBytes: number;
  private bytes = 0;

  constructor(@Inject(PHOTO_LIMITS) { uploads }: PhotoLimits) {
    this.maxBytes = uploads * MAX_FILE_BYTES;
  }

  /** Throws `limit.uploads` when the account has too many in hand. */
  begin(accountId: string): UploadPlace {
    const others = this.accounts.get(accountId) ?? 0;
    if (others >= PER_ACCOUNT) throw tooManyUploads();
    this.accounts.set(accountId, others + 1);
    let held = 0;
    return {
      receive: (bytes) => {
        if (this.bytes + bytes > this.maxBytes) throw photosBusy();
        this.bytes += bytes;
        held += bytes;
      },
      end: () => {
        this.bytes -= held;
        this.release(accountId);
      },
    };
  }

  private release(accountId: string): void {
    const left = (this.accounts.get(accountId) ?? 1) - 1;
    if (left > 0) this.accounts.set(accountId, left);
    else this.accounts.delete(accountId);
  }
}

const tooManyUploads = (): AppError =>
  new AppError({
    code: 'limit.uploads',
    kind: 'too-many',
    message: `This account may send ${PER_ACCOUNT} photos at once. Send the next one when another one is answered.`,
    retryAfterSeconds: 1,
  });
