import { useLingui } from '@lingui/react/macro';
import type { MediaId } from '../../domain/ids.ts';
import { useMedia } from '../../live/useMedia.ts';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';

/** A source picture in small; nothing once the device has dropped it. */
export function SourcePicture({ id }: { id: MediaId }) {
  const { t } = useLingui();
  const media = useMedia(id);
  const url = useObjectUrl(media?.blob);
  if (!media) return null;
  if (!media.mediaType.startsWith('image/')) return <>{media.name}</>;
  return (
    <AspectPicture
      width={media.width}
      height={media.height}
      src={url}
      alt={media.name ? t`Source picture ${media.name}` : t`Source picture`}
      fit="cover"
    />
  );
}
