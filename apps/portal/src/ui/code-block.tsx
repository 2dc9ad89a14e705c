import type { ReactNode } from 'react';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.js';

interface CodeBlockProps {
  /** What it is, for who cannot see it: “The call in curl”. */
  readonly label: string;
  /** What is copied. */
  readonly code: string;
  /** The same with colours; the plain text by default. */
  readonly children?: ReactNode;
}

export const CodeBlock = ({ label, code, children }: CodeBlockProps) => (
  <figure className={styles['block']} aria-label={label}>
    <div className={styles['copy']}>
      <CopyButton text={code} />
    </div>
    <pre className={styles['pre']} tabIndex={0} role="region" aria-label={label}>
      <code>{children ?? code}</code>
    </pre>
  </figure>
);

/** JSON as the API sent it, indented and in colours. */
export const JsonBlock = ({ label, value }: { readonly label: string; readonly value: unknown }) => {
  const text = JSON.stringify(value, null, 2) ?? '';
  return (
    <CodeBlock label={label} code={text}>
      {tokens(text)}
    </CodeBlock>
  );
};

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

const tokens = (json: string): ReactNode[] => {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [whole, text, colon] = match;
    parts.push(json.slice(end, match.index));
    const kind = text === undefined ? 'literal' : colon === undefined ? 'string' : 'name';
    parts.push(
      <span key={match.index} className={styles[kind]}>
        {text ?? whole}
      </span>,
      colon ?? '',
    );
    end = match.index + whole.length;
  }
  return [...parts, json.slice(end)];
};
