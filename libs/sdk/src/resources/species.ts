import type {
  CreateSpeciesBody,
  CreateSpeciesRecordBody,
  GetSpeciesParams,
  ListSpeciesHistoryParams,
  ListSpeciesParams,
  ListSpeciesPhotosParams,
  ListSpeciesRecordsParams,
  PromoteCatchPhotoBody,
  ReplaceSpeciesRecordBody,
  UpdateSpeciesBody,
} from '../openapi/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { formOf, type SpeciesPhotoDetails } from '../runtime/files.js';
import { Resource } from './resource.js';

/** The catalogue of species. */
export class SpeciesResource extends Resource {
  /** Species that fit the filters; `q` finds by any name, with typos. */
  list(params?: ListSpeciesParams, options?: RequestOptions) {
    return this.api.list('listSpecies', [], params, options);
  }

  /** One species, by its id or slug. */
  get(id: string, params?: GetSpeciesParams, options?: RequestOptions) {
    return this.api.call('getSpecies', { ids: [id], params }, options);
  }

  /** Adds a species. */
  create(body: CreateSpeciesBody, options?: CreateOptions) {
    return this.api.call('createSpecies', { body }, options);
  }

  /** Changes the fields that the patch names; null empties. */
  update(target: Target, body: UpdateSpeciesBody, options?: ChangeOptions) {
    return this.api.change('updateSpecies', [target], body, options);
  }

  /** Deletes a species that has no catches. */
  delete(target: Target, options?: ChangeOptions) {
    return this.api.remove('deleteSpecies', [target], options);
  }

  /** Every change of a species, newest first. */
  history(id: string, params?: ListSpeciesHistoryParams, options?: RequestOptions) {
    return this.api.list('listSpeciesHistory', [id], params, options);
  }

  /** World records with former holders, and the heaviest catches here. */
  records(id: string, params?: ListSpeciesRecordsParams, options?: RequestOptions) {
    return this.api.list('listSpeciesRecords', [id], params, options);
  }

  /** Enters a record, with its source. */
  createRecord(id: string, body: CreateSpeciesRecordBody, options?: CreateOptions) {
    return this.api.call('createSpeciesRecord', { ids: [id], body }, options);
  }

  /** Corrects a record. */
  replaceRecord(id: string, record: Target, body: ReplaceSpeciesRecordBody, options?: ChangeOptions) {
    return this.api.change('replaceSpeciesRecord', [id, record], body, options);
  }

  /** Takes a record out. */
  deleteRecord(id: string, record: Target, options?: ChangeOptions) {
    return this.api.remove('deleteSpeciesRecord', [id, record], options);
  }

  /** Pictures of a species. */
  photos(id: string, params?: ListSpeciesPhotosParams, options?: RequestOptions) {
    return this.api.list('listSpeciesPhotos', [id], params, options);
  }

  /**  */
  /** Adds a picture, with its licence: JPEG, PNG or WebP, up to 15 MB. */
  uploadPhoto(id: string, file: Blob, details: SpeciesPhotoDetails, options?: CreateOptions) {
    return this.api.call('uploadSpeciesPhoto', { ids: [id], raw: formOf({ file, ...details }) }, options);
  }

  /** One picture: its size, licence, and the addresses of its variants. */
  getPhoto(id: string, photoId: string, options?: RequestOptions) {
    return this.api.call('getSpeciesPhoto', { ids: [id, photoId] }, options);
  }

  /** Deletes a picture. */
  deletePhoto(id: string, photo: Target, options?: ChangeOptions) {
    return this.api.remove('deleteSpeciesPhoto', [id, photo], options);
  }

  /** Shows a photo of a verified catch as a photo of its species. */
  promotePhoto(id: string, body: PromoteCatchPhotoBody, options?: CreateOptions) {
    return this.api.call('promoteCatchPhoto', { ids: [id], body }, options);
  }

  /** Takes a photo of a catch of yours from its species, for good. */
  withdrawPhoto(id: string, photoId: string, options?: CreateOptions) {
    return this.api.call('withdrawCatchPhoto', { ids: [id, photoId] }, options);
  }
}
