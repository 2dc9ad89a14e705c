import { problemOf } from '../api/problem.js';
import { Button } from './button.js';
import { ProgressBar } from './progress-bar.js';
import { Note } from './states.js';
import type { Upload } from './use-upload.js';
import styles from './upload-progress.module.css';

const KILOBYTE = 1_000;

/** How far a file is on its way, and why it did not arrive. Nothing while there is none. */
export const UploadProgress = ({ upload }: { readonly upload: Upload }) => {
  const { error, name, progress } = upload;
  if (error) {
    const { title, detail } = problemOf(error);
    return (
      <div className={styles['upload']}>
        <Note tone="bad" title={title}>
          {detail}
        </Note>
      </div>
    );
  }
  if (name === null) return null;
  const { sent = 0, total = 0, perSecond = null } = progress ?? {};
  return (
    <div className={styles['upload']}>
      <ProgressBar
        label={progress && sent === total ? `Storing ${name}` : `Sending ${name}`}
        done={Math.round(sent / KILOBYTE)}
        total={progress ? Math.round(total / KILOBYTE) : null}
        unit="kB"
        perSecond={perSecond === null ? null : perSecond / KILOBYTE}
        secondsLeft={perSecond ? (total - sent) / perSecond : null}
      />
      <Button size="s" onClick={upload.cancel}>
        Cancel
      </Button>
    </div>
  );
};
