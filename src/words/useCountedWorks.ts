import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MediaKind } from '../domain/media-kind.ts';

/** Says how many works there are, and calls them what they are: "3 pictures", "2 videos", "5 works" where they differ. */
export function useCountedWorks(): (count: number, kind: MediaKind | null) => string {
  const { t } = useLingui();
  return (count, kind) => {
    switch (kind) {
      case 'picture':
        return t`${plural(count, { one: '# picture', other: '# pictures' })}`;
      case 'video':
        return t`${plural(count, { one: '# video', other: '# videos' })}`;
      case 'audio':
        return t`${plural(count, { one: '# sound', other: '# sounds' })}`;
      case 'solid':
        return t`${plural(count, { one: '# 3D object', other: '# 3D objects' })}`;
      default:
        return t`${plural(count, { one: '# work', other: '# works' })}`;
    }
  };
}
