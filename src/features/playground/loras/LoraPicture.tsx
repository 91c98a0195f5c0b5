import { IconPalette } from '@tabler/icons-react';
import { useState } from 'react';
import type { Training } from '../../../db/works/trainings.ts';
import { useThumbnail } from '../../../live/useMedia.ts';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';

/** What a LoRA does to a picture, or a sign in its place. It says nothing that its name does not. */
export function LoraPicture({ src }: { src: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) return <IconPalette size={24} stroke={1.5} aria-hidden />;
  return <img src={src} alt="" loading="lazy" onError={() => setFailed(src)} />;
}

/** The card of a style that the person trained. */
export function TrainingPicture({ training }: { training: Training }) {
  return <LoraPicture src={useObjectUrl(useThumbnail(training.work.id)?.blob)} />;
}
