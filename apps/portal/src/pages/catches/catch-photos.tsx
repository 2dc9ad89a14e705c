import type { Catch, CatchPhoto } from '@catch-data/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus, Trash2 } from 'lucide-react';
import { deleteCatchPhoto, uploadCatchPhoto } from '../../api/catches.js';
import { Card } from '../../ui/card.js';
import { IconButton } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { FilePicker } from '../../ui/file-picker.js';
import { UploadProgress } from '../../ui/upload-progress.js';
import { useUpload } from '../../ui/use-upload.js';
import styles from './catch-photos.module.css';

interface CatchPhotosProps {
  readonly caught: Catch;
  readonly isOwn: boolean;
}

export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp';

/** The photos of a catch; its owner adds and deletes them. */
export const CatchPhotos = ({ caught, isOwn }: CatchPhotosProps) => {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: ['catch', caught.id] });
  const upload = useUpload((file, options) => uploadCatchPhoto(caught.id, file, options), reload);
  return (
    <Card
      title="Photos"
      actions={
        isOwn && (
          <FilePicker accept={PHOTO_TYPES} icon={ImagePlus} isBusy={upload.isBusy} onPick={upload.start}>
            Add a photo
          </FilePicker>
        )
      }
    >
      <UploadProgress upload={upload} />
      {caught.photos.length === 0 ? (
        <p className={styles['none']}>
          {isOwn ? 'No photos yet. One is what reviewers ask for first.' : 'No photos yet.'}
        </p>
      ) : (
        <ul role="list" className={styles['grid']}>
          {caught.photos.map((photo, at) => (
            <li key={photo.id} className={styles['photo']}>
              <a href={photo.url} target="_blank" rel="noreferrer">
                <img
                  src={photo.variants.small.url}
                  width={photo.variants.small.width}
                  height={photo.variants.small.height}
                  alt={`${caught.species}, photo ${at + 1} of ${caught.photos.length}`}
                />
              </a>
              {isOwn && <DeletePhoto catchId={caught.id} photo={photo} at={at + 1} onDone={reload} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

interface DeletePhotoProps {
  readonly catchId: string;
  readonly photo: CatchPhoto;
  readonly at: number;
  readonly onDone: () => Promise<void>;
}

const DeletePhoto = ({ catchId, photo, at, onDone }: DeletePhotoProps) => (
  <div className={styles['delete']}>
    <ConfirmButton
      button={(ask) => (
        <IconButton label={`Delete photo ${at}`} icon={Trash2} size="s" variant="secondary" onClick={ask} />
      )}
      title="Delete this photo?"
      submitLabel="Delete the photo"
      isDangerous
      act={async () => {
        await deleteCatchPhoto(catchId, photo.id);
        await onDone();
      }}
    >
      <p>Its files are deleted for good.</p>
    </ConfirmButton>
  </div>
);
