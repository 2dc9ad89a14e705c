import { useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { cds } from '../../api/client.js';
import { problemOf } from '../../api/problem.js';
import { useSubmission } from '../../api/use-submission.js';
import { Button } from '../../ui/button.js';
import { showToast } from '../../ui/toast.js';
import styles from './resend-button.module.css';

interface ResendButtonProps {
  readonly id: string;
  /** It is on its way already: sending it again means not to wait for its next attempt. */
  readonly isPending: boolean;
  /** The type of its event, for who hears the button's name alone. */
  readonly what: string;
}

/** Sends one message again now, under its id. */
export const ResendButton = ({ id, isPending, what }: ResendButtonProps) => {
  const client = useQueryClient();
  const resend = useSubmission({
    send: cds.deliveries.resend.bind(cds.deliveries),
    onSuccess: () => {
      showToast('The message is on its way again.');
      void client.invalidateQueries({ queryKey: ['webhooks', 'deliveries'] });
      void client.invalidateQueries({ queryKey: ['webhooks', 'delivery', id] });
    },
    onError: (error) => showToast(problemOf(error).detail, 'bad'),
  });
  const label = isPending ? 'Send now' : 'Resend';
  return (
    <Button
      size="s"
      icon={RotateCw}
      isBusy={resend.isPending}
      aria-label={`${label}: ${what}`}
      onClick={() => resend.mutate(id)}
    >
      <span className={styles['label']}>{label}</span>
    </Button>
  );
};
