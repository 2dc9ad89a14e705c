import { useEffect } from 'react';

/** Single keys that act on the page, but not while somebody types or a dialog is open. */
export const useKeys = (keys: Readonly<Record<string, () => unknown>>): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
      if (isTyping || ctrlKey || metaKey || altKey) return;
      keys[key.toLowerCase()]?.();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
};
