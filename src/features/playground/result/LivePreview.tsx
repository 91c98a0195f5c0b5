import { useLingui } from '@lingui/react/macro';
import { followPreview } from '../../../api/preview.ts';
import type { GenerateIntent } from '../../../domain/intent.ts';
import { usePreview } from '../../../live/usePreview.ts';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import classes from './ResultPane.module.css';

/** How the picture looks so far. */
export function LivePreview({ request, number }: { request: GenerateIntent; number: number }) {
  const { t } = useLingui();
  const src = useObjectUrl(usePreview(followPreview, request, number));
  if (!src) return null;
  return (
    <img
      className={classes.preview}
      src={src}
      alt={t({
        message: 'How it looks so far',
        comment: 'Alternative text of an unfinished picture while it is being made',
      })}
    />
  );
}
