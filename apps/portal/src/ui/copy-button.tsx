import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.js';

const SHOWN_MS = 2_000;

/** Copies a text, and says so for a moment. */
export const CopyButton = ({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) => {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <Button size="s" icon={isCopied ? Check : Copy} onClick={() => void copy()} aria-live="polite">
      {isCopied ? 'Copied' : label}
    </Button>
  );
};
