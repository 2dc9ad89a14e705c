import { CodeBlock } from '../../ui/code-block.js';
import { Note } from '../../ui/states.js';
import styles from './webhooks.module.css';

/** A signing secret, which is shown this once. */
export const Secret = ({ secret }: { readonly secret: string }) => (
  <div className={styles['stack']}>
    <Note tone="warn" title="Copy the secret now">
      It is shown only once. Your server uses it to verify that a message comes from us.
    </Note>
    <CodeBlock label="The signing secret" code={secret} />
  </div>
);
