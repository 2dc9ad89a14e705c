import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { fileTooLarge, notGzip, tooCompressed, uploadBroken } from '../import.errors.js';
import { MAX_GZIP_RATIO, MIN_CHECKED_BYTES } from '../import-limits.js';

/** A file as it comes in, unpacked: what it is known by is there once it has ended. */
export class ReceivedFile {
  readonly content: Transform;
  private readonly hash = createHash('sha256');
  private readonly gunzip: Gunzip | undefined;
  private size = 0;

  constructor(body: Readable, options: { readonly isGzip: boolean; readonly limit: number }) {
    this.gunzip = options.isGzip ? createGunzip() : undefined;
    this.content = new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        this.size += piece.length;
        if (this.size > options.limit) return done(fileTooLarge(options.limit));
        if (this.isBomb()) return done(tooCompressed(MAX_GZIP_RATIO));
        this.hash.update(piece);
        done(null, piece);
      },
    });
    this.connect(body);
  }

  /** Bytes, and SHA-256 in hexadecimal digits. */
  get facts(): { sizeBytes: number; digest: string } {
    return { sizeBytes: this.size, digest: this.hash.digest('hex') };
  }

  private isBomb(): boolean {
    if (!this.gunzip || this.size < MIN_CHECKED_BYTES) return false;
    return this.size > MAX_GZIP_RATIO * this.gunzip.bytesWritten;
  }

  /**
   * A body that is no longer wanted is read and dropped, so that its sender gets to the answer: destroyed, it would
   * take the connection along.
   */
  private connect(body: Readable): void {
    const first = this.gunzip ?? this.content;
    this.content.on('error', () => undefined); // Its reader gets the error; it may also fail when nobody reads it.
    body.once('error', () => this.content.destroy(uploadBroken()));
    body.once('close', () => void (body.readableEnded || this.content.destroy(uploadBroken())));
    this.content.once('close', () => {
      body.unpipe(first);
      body.resume();
      first.destroy();
    });
    if (first !== this.content) first.once('error', (error) => this.content.destroy(notGzip(error))).pipe(this.content);
    body.pipe(first);
    // It was closed before, and tells so no more.
    if (body.destroyed && !body.readableEnded) this.content.destroy(uploadBroken());
  }
}
