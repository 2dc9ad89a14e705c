import { useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { problemOf } from '../../../api/problem.js';
import { makeReceiver, type Receiver, receiversQuery } from '../../../api/receivers.js';
import { useSubmission } from '../../../api/use-submission.js';
import { Button } from '../../../ui/button.js';
import { Note } from '../../../ui/states.js';
import styles from '../webhooks.module.css';

/** Gives an address to who has no server: the newest receiver of the account, or a new one. */
export const UseReceiverButton = ({ onReceiver }: { readonly onReceiver: (receiver: Receiver) => void }) => {
  const client = useQueryClient();
  const use = useSubmission({
    send: async (_input, { idempotencyKey }) =>
      (await client.fetchQuery({ ...receiversQuery, staleTime: 0 })).at(-1) ?? makeReceiver(idempotencyKey),
    onSuccess: (receiver) => {
      onReceiver(receiver);
      return client.invalidateQueries({ queryKey: receiversQuery.queryKey });
    },
  });
  return (
    <>
      <div className={styles['row']}>
        <Button icon={Inbox} isBusy={use.isPending} onClick={() => use.mutate()}>
          Use a test receiver
        </Button>
        <span className={styles['sub']}>No server yet? We lend you an address and show what arrives there.</span>
      </div>
      {use.error && <Note tone="bad">{problemOf(use.error).detail}</Note>}
    </>
  );
};
