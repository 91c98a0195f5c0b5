import {
  IconBrush,
  IconCamera,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconSparkles,
  IconMasksTheater,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WorkId } from '../../../domain/ids.ts';
import type { ModelItem, ModelStyle } from '../../../domain/model.ts';
import { useThumbnail } from '../../../live/useMedia.ts';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';

const icon = { size: 24, stroke: 1.5, 'aria-hidden': true } as const;

const styleSigns: Readonly<Record<ModelStyle, ReactNode>> = {
  'all-round': <IconSparkles {...icon} />,
  photo: <IconCamera {...icon} />,
  illustration: <IconBrush {...icon} />,
  anime: <IconMasksTheater {...icon} />,
};

/** Without a picture a sign says what it makes. */
function signOf({ style, type }: ModelItem): ReactNode {
  if (style) return styleSigns[style];
  const [first = ''] = type.split(',');
  if (first.endsWith('Video')) return <IconMovie {...icon} />;
  return /Voice$|Music$/.test(first) ? <IconMusic {...icon} /> : <IconPhoto {...icon} />;
}

/** A picture that a model made: its own cover, else the newest that the person made with it. */
export function ModelCover({ model, work }: { model: ModelItem; work?: WorkId | undefined }) {
  const [failed, setFailed] = useState<string | null>(null);
  const cover = model.show_cover && model.cover !== failed ? model.cover : null;
  const own = useObjectUrl(useThumbnail(cover ? null : (work ?? null))?.blob);
  const src = cover ?? own;
  if (src) {
    return <img src={src} alt="" loading="lazy" onError={() => setFailed(src)} />;
  }
  return signOf(model);
}

/** One of the pictures that the person made with a model. */
export function OwnPicture({ work }: { work: WorkId }) {
  const src = useObjectUrl(useThumbnail(work)?.blob);
  return src ? <img src={src} alt="" /> : null;
}
