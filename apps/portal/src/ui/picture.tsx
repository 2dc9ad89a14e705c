import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './picture.module.css';

const TRIES = 4;
const FIRST_PAUSE_MS = 1_500;

interface PictureProps {
  readonly src: string;
  /** Empty where it only adorns. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly loading?: 'lazy';
}

/**
 * A picture of the service, asked for again where the service was too busy to draw it at once. After a failure its
 * place is kept, until it comes or for good.
 */
export const Picture = ({ src, alt, width, height, loading }: PictureProps) => {
  const [failed, setFailed] = useState(0);
  const [tried, setTried] = useState(0);
  useEffect(() => {
    if (failed <= tried || tried >= TRIES) return undefined;
    const timer = setTimeout(() => setTried(failed), FIRST_PAUSE_MS * 2 ** tried);
    return () => clearTimeout(timer);
  }, [failed, tried]);
  if (failed > tried)
    return (
      <span
        className={styles['missing']}
        style={{ aspectRatio: `${width} / ${height}` }}
        {...(alt && { role: 'img', 'aria-label': `${alt}: not available right now` })}
      >
        <ImageOff aria-hidden size={22} />
      </span>
    );
  return (
    <img src={src} alt={alt} width={width} height={height} loading={loading} onError={() => setFailed(tried + 1)} />
  );
};
