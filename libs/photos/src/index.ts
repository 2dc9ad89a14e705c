export { acceptUploads, MAX_FILE_BYTES } from './accept-uploads.js';
export {
  PHOTO_EXTENSIONS,
  PHOTO_SIDES,
  PHOTO_VARIANTS,
  photoFileOf,
  type PhotoFormat,
  type PhotoImage,
  type PhotoSize,
  type PhotoVariant,
} from './image.js';
export { PhotoLeftovers } from './photo-leftovers.js';
export { PHOTO_LIMITS, type PhotoLimits } from './photo-limits.js';
export { type MadePhoto, type PhotoFiles, PhotoMaker } from './photo-maker.js';
export { PhotoStore } from './photo-store.js';
export { PhotoSweeper } from './photo-sweeper.js';
export { type PictureUse } from './picture-use.js';
export { PicturesModule } from './pictures.module.js';
export { type ReceivedPhoto, readUpload, type UploadFields } from './read-upload.js';
export { photosBusy } from './upload.errors.js';
