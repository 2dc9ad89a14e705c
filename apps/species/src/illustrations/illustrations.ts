import { PhotoMaker, photosBusy, type PhotoVariant } from '@cds/photos';
import { ObjectStorage } from '@cds/storage';
import { Injectable } from '@nestjs/common';
import { illustrationDigest, illustrationSvg, type Portrayed } from './illustration.js';

/** Drawings that wait in one copy. One takes some ten milliseconds, and each is made once. */
const MOST_IN_HAND = 200;
/** Less than the gateway waits for an answer. The drawing goes on, so that who asks again finds it. */
const PATIENCE_MS = 8_000;

export const ILLUSTRATION_FOLDER = 'illustrations/';

/** The drawn plates of species, each size made when it is first asked for and kept in the storage. */
@Injectable()
export class Illustrations {
  private readonly inHand = new Map<string, Promise<void>>();

  constructor(
    private readonly maker: PhotoMaker,
    private readonly storage: ObjectStorage,
  ) {}

  /** Where the file lies. Fails with `service.unavailable` when its turn to be drawn does not come in time. */
  async keyOf(species: Portrayed, variant: PhotoVariant): Promise<string> {
    const key = `${ILLUSTRATION_FOLDER}${illustrationDigest(species)}-${variant}`;
    if (!(await this.storage.find(key))) await inTime(this.drawOnce(key, species, variant));
    return key;
  }

  private drawOnce(key: string, species: Portrayed, variant: PhotoVariant): Promise<void> {
    const known = this.inHand.get(key);
    if (known) return known;
    if (this.inHand.size >= MOST_IN_HAND) throw photosBusy();
    const drawing = this.draw(key, species, variant).finally(() => this.inHand.delete(key));
    // Whoever asked may have left when it fails.
    drawing.catch(() => undefined);
    this.inHand.set(key, drawing);
    return drawing;
  }

  private async draw(key: string, species: Portrayed, variant: PhotoVariant): Promise<void> {
    await this.storage.write(key, await this.maker.draw(() => illustrationSvg(species), variant));
  }
}

const inTime = (drawing: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(photosBusy()), PATIENCE_MS);
    drawing.then(resolve, reject).finally(() => clearTimeout(timer));
  });
