import type { Species, SpeciesPhoto } from '@catch-data/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { deleteSpeciesPhoto, uploadSpeciesPhoto } from '../../api/species.js';
import { useSubmission } from '../../api/use-submission.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { DeleteButton } from '../../ui/delete-button.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Picture } from '../../ui/picture.js';
import { showToast } from '../../ui/toast.js';
import styles from './species.module.css';

interface SpeciesPhotosProps {
  readonly species: Species;
  readonly isCurator: boolean;
}

/** Pictures, each with who made it and under which licence. */
export const SpeciesPhotos = ({ species, isCurator }: SpeciesPhotosProps) => {
  const [isAdding, setIsAdding] = useState(false);
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: ['one-species'] });
  return (
    <Card
      title="Pictures"
      actions={
        isCurator && (
          <Button icon={ImagePlus} onClick={() => setIsAdding(true)}>
            Add a picture
          </Button>
        )
      }
    >
      <ul role="list" className={styles['photos']}>
        {species.photos.map((photo, at) => (
          <li key={photo.id}>
            <Picture
              src={photo.variants.large.url}
              width={photo.variants.large.width}
              height={photo.variants.large.height}
              alt={`${species.common_name}, ${photo.kind} ${at + 1} of ${species.photos.length}`}
            />
            <Credit photo={photo} />
            {isCurator && photo.kind === 'photo' && (
              <DeletePicture species={species} photo={photo} at={at + 1} onDone={reload} />
            )}
          </li>
        ))}
      </ul>
      {isAdding && <AddPicture species={species} onClose={() => setIsAdding(false)} onDone={reload} />}
    </Card>
  );
};

const Credit = ({ photo }: { readonly photo: SpeciesPhoto }) => (
  <p className={styles['credit']}>
    {[photo.attribution, photo.license].filter(Boolean).join(', ')}
    {photo.source_url !== null && (
      <>
        {' · '}
        <a href={photo.source_url} rel="noreferrer">
          Source
        </a>
      </>
    )}
  </p>
);

interface DeletePictureProps {
  readonly species: Species;
  readonly photo: SpeciesPhoto;
  readonly at: number;
  readonly onDone: () => Promise<void>;
}

const DeletePicture = ({ species, photo, at, onDone }: DeletePictureProps) => (
  <DeleteButton
    size="s"
    subject="picture"
    name="this picture"
    aria-label={`Delete picture ${at}`}
    act={async () => {
      await deleteSpeciesPhoto(species.id, photo.id);
      await onDone();
    }}
  >
    Its files are deleted for good.
  </DeleteButton>
);

interface AddPictureProps {
  readonly species: Species;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

const AddPicture = ({ species, onClose, onDone }: AddPictureProps) => {
  const add = useSubmission({
    send: (form: FormData, options) => uploadSpeciesPhoto(species.id, form, options),
    onSuccess: async () => {
      showToast('The picture was added.');
      onClose();
      await onDone();
    },
  });
  return (
    <FormDialog
      title="Add a picture"
      submitLabel="Add the picture"
      sending={add}
      onClose={onClose}
      onSubmit={add.mutate}
    >
      <TextField label="File" name="file" type="file" accept="image/jpeg,image/png,image/webp" required />
      <TextField label="Licence" name="license" required maxLength={200} placeholder="CC BY 4.0" pointer="/license" />
      <TextField label="Author" name="attribution" maxLength={200} pointer="/attribution" />
      <TextField label="Where it comes from" name="source_url" type="url" maxLength={2_048} pointer="/source_url" />
    </FormDialog>
  );
};
