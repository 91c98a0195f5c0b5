import { IconApps } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Apps.module.css';

/** The picture of an app; without one, or where it can't be had, the mark of apps. */
export function AppCover({ src }: { src: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={classes.cover}>
      <IconApps size={36} stroke={1.25} aria-hidden />
      {src !== null && failed !== src && (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setFailed(src)} />
      )}
    </span>
  );
}
