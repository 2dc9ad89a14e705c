import type { Choosing, FieldOf } from '../runtime/chosen.js';
import type { NewPromotion, NewSpecies, NewSpeciesRecord, SpeciesPatch } from '../openapi/generated/types.gen.js';
import type {
  GetSpeciesParams,
  GetSpeciesRecordParams,
  ListSpeciesHistoryParams,
  ListSpeciesParams,
  ListSpeciesPhotosParams,
  ListSpeciesRecordsParams,
} from '../openapi/generated/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { formOf, type SpeciesPhotoDetails, type UploadOptions } from '../runtime/files.js';
import { Resource } from './resource.js';

/** The catalogue of species. */
export class SpeciesResource extends Resource {
  /** Species that fit the filters; `q` finds by any name, with typos. */
  list<F extends FieldOf<ListSpeciesParams> = never>(
    params?: Choosing<ListSpeciesParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listSpecies', [], params, options);
  }

  /** One species, by its id or slug. */
  get<F extends FieldOf<GetSpeciesParams> = never>(
    id: string,
    params?: Choosing<GetSpeciesParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.read('getSpecies', [id], params, options);
  }

  /** Adds a species. */
  create(body: NewSpecies, options?: CreateOptions) {
    return this.api.post('createSpecies', [], body, options);
  }

  /** Changes the fields that the patch names; null empties. */
  update(target: Target, body: SpeciesPatch, options?: ChangeOptions) {
    return this.api.change('updateSpecies', [target], body, options);
  }

  /** Deletes a species that has no catches. */
  delete(target: Target, options?: ChangeOptions) {
    return this.api.remove('deleteSpecies', [target], options);
  }

  /** Every change of a species, newest first. */
  history<F extends FieldOf<ListSpeciesHistoryParams> = never>(
    id: string,
    params?: Choosing<ListSpeciesHistoryParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listSpeciesHistory', [id], params, options);
  }

  /** World records with former holders, and the heaviest catches here. */
  records<F extends FieldOf<ListSpeciesRecordsParams> = never>(
    id: string,
    params?: Choosing<ListSpeciesRecordsParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listSpeciesRecords', [id], params, options);
  }

  /** Enters a record, with its source. */
  createRecord(id: string, body: NewSpeciesRecord, options?: CreateOptions) {
    return this.api.post('createSpeciesRecord', [id], body, options);
  }

  /** One record: when, where and by whom. */
  getRecord<F extends FieldOf<GetSpeciesRecordParams> = never>(
    id: string,
    recordId: string,
    params?: Choosing<GetSpeciesRecordParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.read('getSpeciesRecord', [id, recordId], params, options);
  }

  /** Corrects a record. */
  replaceRecord(id: string, record: Target, body: NewSpeciesRecord, options?: ChangeOptions) {
    return this.api.change('replaceSpeciesRecord', [id, record], body, options);
  }

  /** Takes a record out. */
  deleteRecord(id: string, record: Target, options?: ChangeOptions) {
    return this.api.remove('deleteSpeciesRecord', [id, record], options);
  }

  /** Pictures of a species. */
  photos<F extends FieldOf<ListSpeciesPhotosParams> = never>(
    id: string,
    params?: Choosing<ListSpeciesPhotosParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listSpeciesPhotos', [id], params, options);
  }

  /** Adds a picture, with its licence: JPEG, PNG or WebP, up to 15 MB. */
  uploadPhoto(id: string, file: Blob, details: SpeciesPhotoDetails, { onProgress, ...options }: UploadOptions = {}) {
    return this.api.call('uploadSpeciesPhoto', { ids: [id], raw: formOf({ ...details, file }), onProgress }, options);
  }

  /** One picture: its size, licence, and the addresses of its variants. */
  getPhoto(id: string, photoId: string, options?: RequestOptions) {
    return this.api.read('getSpeciesPhoto', [id, photoId], undefined, options);
  }

  /** Deletes a picture. */
  deletePhoto(id: string, photo: Target, options?: ChangeOptions) {
    return this.api.remove('deleteSpeciesPhoto', [id, photo], options);
  }

  /** Shows a photo of a verified catch as a photo of its species. */
  promotePhoto(id: string, body: NewPromotion, options?: CreateOptions) {
    return this.api.post('promoteCatchPhoto', [id], body, options);
  }

  /** Takes a photo of a catch of yours from its species, for good. */
  withdrawPhoto(id: string, photoId: string, options?: CreateOptions) {
    return this.api.call('withdrawCatchPhoto', { ids: [id, photoId] }, options);
  }
}
