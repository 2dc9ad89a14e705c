import { useQuery } from '@tanstack/react-query';
import { type ReceivedRequest, receivedRequestQuery, type Signature, signatureQuery } from '../../../api/receivers.js';
import { Badge, type Tone } from '../../../ui/badge.js';
import { Card } from '../../../ui/card.js';
import { CodeBlock } from '../../../ui/code-block.js';
import { ErrorState, Note, Skeleton } from '../../../ui/states.js';
import { Timestamp } from '../../../ui/timestamp.js';
import { Body } from '../attempt-card.js';
import styles from '../webhooks.module.css';

interface ReceivedRequestCardProps {
  readonly receiverId: string;
  readonly number: number;
}

/** One request as it came: headers and body, and whether its signature is ours. */
export const ReceivedRequestCard = ({ receiverId, number }: ReceivedRequestCardProps) => {
  const { data: received, error } = useQuery(receivedRequestQuery(receiverId, number));
  if (received) return <Shown receiverId={receiverId} received={received} />;
  return (
    <Card title={`Request ${number}`}>
      {error ? <ErrorState error={error} /> : <Skeleton lines={8} label="Loading the request" />}
    </Card>
  );
};

const Shown = ({ receiverId, received }: { readonly receiverId: string; readonly received: ReceivedRequest }) => (
  <Card
    title={`Request ${received.number}`}
    description={
      <>
        <Timestamp at={received.at} as="absolute" />, {received.body_bytes} bytes
      </>
    }
    actions={<SignatureBadge receiverId={receiverId} received={received} />}
  >
    <div className={styles['sides']}>
      <section className={styles['side']} aria-label={`Headers of request ${received.number}`}>
        <h3>Headers</h3>
        <CodeBlock
          label="Headers of the request"
          code={received.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      </section>
      <section className={styles['side']} aria-label={`Body of request ${received.number}`}>
        <h3>Body</h3>
        {received.is_cut && <Note tone="warn">This is its beginning. The rest was not kept.</Note>}
        <Body label="Body of the request" text={received.body} />
      </section>
    </div>
  </Card>
);

const SIGNATURES: Readonly<Record<Signature, readonly [tone: Tone, text: string]>> = {
  good: ['good', 'Signature verified'],
  bad: ['bad', 'Signature is wrong'],
  none: ['neutral', 'Not signed'],
  unchecked: ['neutral', 'Signature not checked'],
};

const SignatureBadge = (props: { readonly receiverId: string; readonly received: ReceivedRequest }) => {
  const { data } = useQuery(signatureQuery(props.receiverId, props.received));
  if (data === undefined) return null;
  const [tone, text] = SIGNATURES[data];
  return <Badge tone={tone}>{text}</Badge>;
};
