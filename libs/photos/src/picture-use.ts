/** Injection token of `PictureUse`. */
export const PICTURE_USE = Symbol('PICTURE_USE');

/** What a service does with pictures. */
export interface PictureUse {
  /** SQL that holds while a row of the service has the picture `job.digest`: the sweeper removes the others. */
  readonly inUse: string;
  /** Where the files lie, with a slash at the end: services that share a storage must not share a folder. */
  readonly folder: string;
}
