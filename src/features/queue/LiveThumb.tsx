import { followPreview } from '../../api/preview.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { usePreview } from '../../live/usePreview.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import classes from './RequestThumb.module.css';

/** How a running request looks so far, over what stands for it; the card's words tell the rest. */
export function LiveThumb({ request, number }: { request: GenerateIntent; number: number }) {
  const src = useObjectUrl(usePreview(followPreview, request, number));
  return src && <img className={classes.live} src={src} alt="" />;
}
