import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileTooLarge, notGzip, uploadBroken } from '../import.errors.js';

/** A file as it comes in, unpacked: what it is known by is there once it has ended. */
export class ReceivedFile {
  readonly content: Transform;
  private readonly hash = createHash('sha256');
  private size = 0;

  constructor(body: Readable, options: { readonly isGzip: boolean; readonly limit: number }) {
    this.content = new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        this.size += piece.length;
        if (this.size > options.limit) return done(fileTooLarge(options.limit));
        this.hash.update(piece);
        done(null, piece);
      },
    });
    this.connect(body, options.isGzip);
  }

  /** Bytes, and SHA-256 in hexadecimal digits. */
  get facts(): { sizeBytes: number; digest: string } {
    return { sizeBytes: this.size, digest: this.hash.digest('hex') };
  }

  /**
   * A body that is no longer wanted is read and dropped, so that its sender gets to the answer: destroyed, it would
   * take the connection along.
   */
  private connect(body: Readable, isGzip: boolean): void {
    const first = isGzip ? createGunzip() : this.content;
    this.content.on('error', () => undefined); // Who reads it is told; it may fail when nobody does, or no longer.
    body.once('error', () => this.content.destroy(uploadBroken()));
    body.once('close', () => void (body.readableEnded || this.content.destroy(uploadBroken())));
    this.content.once('close', () => {
      body.unpipe(first);
      body.resume();
      first.destroy();
    });
    if (first !== this.content) first.once('error', (error) => this.content.destroy(notGzip(error))).pipe(this.content);
    body.pipe(first);
  }
}
