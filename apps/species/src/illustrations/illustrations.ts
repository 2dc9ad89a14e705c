import { PHOTO_VARIANTS, PhotoMaker, photosBusy, type PhotoVariant } from '@cds/photos';
import { ObjectStorage } from '@cds/storage';
import { Injectable } from '@nestjs/common';
import { illustrationDigest, illustrationSvg, type Portrayed } from './illustration.js';

/** Drawings that one copy has in hand at once: whoever uploads a photo waits behind no more than these. */
const MOST_IN_HAND = 12;

export const ILLUSTRATION_FOLDER = 'illustrations/';

/** The drawn plates of species, each made when it is first asked for and kept in the storage. */
@Injectable()
export class Illustrations {
  private readonly inHand = new Map<string, Promise<void>>();

  constructor(
    private readonly maker: PhotoMaker,
    private readonly storage: ObjectStorage,
  ) {}

  /** Where the file lies. Fails with `service.unavailable` while too many others are being drawn. */
  async keyOf(species: Portrayed, variant: PhotoVariant): Promise<string> {
    const digest = illustrationDigest(species);
    const key = keyFor(digest, variant);
    if (!(await this.storage.find(key))) await this.drawOnce(digest, species);
    return key;
  }

  private drawOnce(digest: string, species: Portrayed): Promise<void> {
    const known = this.inHand.get(digest);
    if (known) return known;
    if (this.inHand.size >= MOST_IN_HAND) throw photosBusy();
    const drawing = this.draw(digest, species).finally(() => this.inHand.delete(digest));
    this.inHand.set(digest, drawing);
    return drawing;
  }

  private async draw(digest: string, species: Portrayed): Promise<void> {
    const { files } = await this.maker.draw(illustrationSvg(species));
    for (const variant of PHOTO_VARIANTS) await this.storage.write(keyFor(digest, variant), files[variant]);
  }
}

const keyFor = (digest: string, variant: PhotoVariant): string => `${ILLUSTRATION_FOLDER}${digest}-${variant}`;
