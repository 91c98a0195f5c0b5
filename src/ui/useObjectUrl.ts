import { useEffect, useState } from 'react';

/** A URL for a Blob that lives exactly as long as the component shows it; null until there is one. */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [shown, setShown] = useState<{ blob: Blob; url: string } | null>(null);
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    setShown({ blob, url });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  // A stale URL would show the previous picture for one frame.
  return shown && shown.blob === blob ? shown.url : null;
}
