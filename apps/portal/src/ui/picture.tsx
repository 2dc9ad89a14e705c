import { useEffect, useState } from 'react';
import type { ComponentProps } from 'react';

const TRIES = 4;
const FIRST_PAUSE_MS = 1_500;

/** A picture of the service, asked for again where the service was too busy to draw it at once. */
export const Picture = ({ src, alt, ...rest }: ComponentProps<'img'> & { readonly alt: string }) => {
  const [failed, setFailed] = useState(0);
  const [tried, setTried] = useState(0);
  useEffect(() => {
    if (failed <= tried || tried >= TRIES) return undefined;
    const timer = setTimeout(() => setTried(failed), FIRST_PAUSE_MS * 2 ** tried);
    return () => clearTimeout(timer);
  }, [failed, tried]);
  return <img key={tried} src={src} alt={alt} {...rest} onError={() => setFailed(tried + 1)} />;
};
