import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from './button.js';

interface FilePickerProps extends Pick<ButtonProps, 'variant' | 'isBusy'> {
  /** Media types or endings, separated by commas. */
  readonly accept: string;
  readonly icon: LucideIcon;
  readonly onPick: (file: File) => void;
  readonly children: ReactNode;
}

/** A button that asks for one file. */
export const FilePicker = ({ accept, onPick, children, ...button }: FilePickerProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be picked again.
          target.value = '';
          if (file) onPick(file);
        }}
      />
    </>
  );
};
