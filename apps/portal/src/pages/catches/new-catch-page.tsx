import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { createCatch, uploadCatchPhoto } from '../../api/catches.js';
import { refusalOf } from '../../api/refusal.js';
import { useSubmission } from '../../api/use-submission.js';
import { useUnits } from '../../measures/use-units.js';
import { useDraft } from '../../session/draft.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { FilePicker } from '../../ui/file-picker.js';
import { FormError } from '../../ui/form-error.js';
import { FieldGroup, FormFoot, GroupedForm } from '../../ui/form-layout.js';
import { Page } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';
import { UploadProgress } from '../../ui/upload-progress.js';
import { useUpload } from '../../ui/use-upload.js';
import { EMPTY_DRAFT, fieldsOf, inUnits } from './catch-draft.js';
import { CatchFields } from './catch-fields.js';
import { PHOTO_TYPES } from './catch-photos.js';

/** Logs a catch, then sends its photo. What is typed is kept until it has arrived. */
export const NewCatchPage = () => {
  const [units] = useUnits();
  const [draft, setDraft, forget] = useDraft('new-catch', { ...EMPTY_DRAFT, units });
  if (draft.units !== units) setDraft(inUnits(draft, units));
  const [photo, setPhoto] = useState<File | null>(null);
  const log = useLogCatch(photo, forget);
  return (
    <Page title="Log a catch" above={<Link to="/catches">Catches</Link>}>
      <Card>
        <GroupedForm onSend={() => log.send(fieldsOf(draft))} problem={log.problem}>
          <CatchFields draft={draft} setDraft={setDraft} />
          <PhotoField photo={photo} setPhoto={setPhoto} />
          <UploadProgress upload={log.upload} />
          <FormError error={log.error} />
          <FormFoot>
            {log.isLogged ? (
              <Button disabled={log.isBusy} onClick={() => void log.open()}>
                Go to the catch
              </Button>
            ) : (
              <>
                <Button type="submit" variant="primary" isBusy={log.isBusy} disabled={!draft.species}>
                  Log the catch
                </Button>
                <Button onClick={forget}>Clear the form</Button>
              </>
            )}
          </FormFoot>
        </GroupedForm>
      </Card>
    </Page>
  );
};

/** A catch whose photo did not arrive is logged all the same: its page has the button to send it again. */
const useLogCatch = (photo: File | null, forget: () => void) => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  const loggedId = useRef('');
  const open = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['catches'] });
    await navigate({ to: '/catches/$catchId', params: { catchId: loggedId.current } });
  };
  const upload = useUpload((file, options) => uploadCatchPhoto(loggedId.current, file, options), open);
  const log = useSubmission({
    send: createCatch,
    onSuccess: async ({ id }) => {
      loggedId.current = id;
      forget();
      showToast('The catch was logged.');
      if (photo) upload.start(photo);
      else await open();
    },
  });
  return {
    upload,
    open,
    isLogged: log.isSuccess,
    isBusy: log.isPending || upload.isBusy,
    error: log.error,
    problem: refusalOf(log.error),
    send: log.mutate,
  };
};

interface PhotoFieldProps {
  readonly photo: File | null;
  readonly setPhoto: (photo: File | null) => void;
}

const PhotoField = ({ photo, setPhoto }: PhotoFieldProps) => (
  <FieldGroup legend="A photo">
    <FormFoot>
      <FilePicker accept={PHOTO_TYPES} icon={ImagePlus} onPick={setPhoto}>
        {photo ? 'Take another photo' : 'Choose a photo'}
      </FilePicker>
      {photo && (
        <>
          <span>{photo.name}</span>
          <Button size="s" variant="quiet" onClick={() => setPhoto(null)}>
            Remove
          </Button>
        </>
      )}
    </FormFoot>
  </FieldGroup>
);
