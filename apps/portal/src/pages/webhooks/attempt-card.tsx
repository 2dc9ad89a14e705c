import type { Attempt } from '../../api/webhooks.js';
import { Badge } from '../../ui/badge.js';
import { Card } from '../../ui/card.js';
import { CodeBlock, JsonBlock } from '../../ui/code-block.js';
import { Note } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import styles from './webhooks.module.css';

/** What ended an attempt without an answer, in words. */
const ERRORS: Readonly<Record<string, string>> = {
  timeout: 'The endpoint did not answer in time.',
  dns: 'The host name could not be resolved.',
  address_blocked: 'The host resolves to an address that webhooks may not be sent to, such as a private one.',
  connection_refused: 'Nothing listens at this address.',
  connection_reset: 'The connection was closed before an answer came.',
  unreachable: 'This address cannot be reached.',
  tls: 'No secure connection could be made. Check the certificate.',
  invalid_response: 'The answer was not HTTP.',
};

/** One attempt: what was sent and what came back, side by side. */
export const AttemptCard = ({ attempt, number }: { readonly attempt: Attempt; readonly number: number }) => {
  const { response, request, error, duration_ms: durationMs, started_at: at } = attempt;
  return (
    <Card
      title={`Attempt ${number}`}
      description={
        <>
          <Timestamp at={at} as="absolute" />, {durationMs} ms
        </>
      }
      actions={<Outcome attempt={attempt} />}
    >
      <div className={styles['sides']}>
        <section className={styles['side']} aria-label={`Request of attempt ${number}`}>
          <h3>Request</h3>
          <Headers label={`Request headers of attempt ${number}`} headers={request.headers} />
          <Body label={`Request body of attempt ${number}`} text={request.body} />
        </section>
        <section className={styles['side']} aria-label={`Answer to attempt ${number}`}>
          <h3>Answer</h3>
          {error !== null && (
            <Note tone="bad" title={error}>
              {ERRORS[error] ?? 'The attempt ended before the whole answer was there.'}
            </Note>
          )}
          {response && (
            <>
              <Headers label={`Answer headers of attempt ${number}`} headers={response.headers} />
              <Body label={`Answer body of attempt ${number}`} text={response.body} />
            </>
          )}
        </section>
      </div>
    </Card>
  );
};

const Outcome = ({ attempt: { response } }: { readonly attempt: Attempt }) => {
  if (!response) return <Badge tone="bad">No answer</Badge>;
  const isGood = response.status >= 200 && response.status < 300;
  return <Badge tone={isGood ? 'good' : 'bad'}>{response.status}</Badge>;
};

const Headers = ({
  label,
  headers,
}: {
  readonly label: string;
  readonly headers: Readonly<Record<string, string>>;
}) => (
  <CodeBlock
    label={label}
    code={Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')}
  />
);

/** Indented and in colours where it is JSON. */
export const Body = ({ label, text }: { readonly label: string; readonly text: string }) => {
  if (text === '') return <p className={styles['sub']}>No body.</p>;
  const parsed = parsedOf(text);
  return parsed === undefined ? <CodeBlock label={label} code={text} /> : <JsonBlock label={label} value={parsed} />;
};

const parsedOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
