import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { WorkRow } from '../../../db/schema.ts';
import { differenceOfPictures } from '../../../../workers/imaging/client.ts';
import type { PictureDifference } from '../../../../workers/imaging/contract.ts';
import { NumberSlider } from '../../../ui/NumberSlider.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { OriginalNote } from '../OriginalNote.tsx';
import classes from './Compare.module.css';
import { Room } from './Room.tsx';
import { useShownPicture } from './useShownPicture.ts';
import type { SharedLook } from './useSharedLook.ts';

const strongest = 16;

/** What differs between two pictures: black where nothing does. */
export function DifferenceView({ a, b, look }: { a: WorkRow; b: WorkRow; look: SharedLook }) {
  const { t, i18n } = useLingui();
  const [gain, setGain] = useState(4);
  const [first, second] = [useShownPicture(a), useShownPicture(b)];
  const read = useDifference(first.original, second.original);
  const url = useObjectUrl(read === 'failed' ? null : read?.picture);
  const ratio = a.width > 0 && a.height > 0 ? a.width / a.height : 1;
  const share =
    read && read !== 'failed'
      ? i18n.number(read.changed, { style: 'percent', maximumFractionDigits: 1 })
      : '';
  const waiting = first.original ? second.state : first.state;
  return (
    <>
      <Room
        ratio={ratio}
        look={look}
        over={read === undefined ? <OriginalNote state={waiting} /> : undefined}
      >
        {url && (
          <img
            className={classes.picture}
            data-filled
            style={{ filter: `brightness(${gain})` }}
            src={url}
            alt={t({ message: 'What differs', comment: 'Alternative text of a picture' })}
            draggable={false}
          />
        )}
      </Room>
      <div className={classes.difference}>
        <p role="status">
          {read === 'failed' ? (
            <Trans>One of them can't be read. Open it by itself to see why.</Trans>
          ) : read === undefined ? (
            <Trans comment="Two pictures are being compared">Comparing…</Trans>
          ) : read.changed === 0 ? (
            <Trans>Nothing that anybody sees differs.</Trans>
          ) : (
            <Trans comment="A share, e.g. 12.3%">{share} of the picture differs.</Trans>
          )}
        </p>
        <NumberSlider
          label={t({
            message: 'Amplified',
            comment: 'Slider: how much differences are brightened',
          })}
          value={gain}
          min={1}
          max={strongest}
          onChange={setGain}
        />
      </div>
    </>
  );
}

/** Undefined until both are here and compared. */
function useDifference(
  left: Blob | null,
  right: Blob | null,
): PictureDifference | 'failed' | undefined {
  const [read, setRead] = useState<{
    left: Blob;
    right: Blob;
    value: PictureDifference | 'failed';
  }>();
  useEffect(() => {
    if (!left || !right) return;
    const closing = new AbortController();
    const take = (value: PictureDifference | 'failed') => {
      if (!closing.signal.aborted) setRead({ left, right, value });
    };
    differenceOfPictures(left, right, closing.signal).then(take, () => take('failed'));
    return () => closing.abort();
  }, [left, right]);
  return read?.left === left && read?.right === right ? read?.value : undefined;
}
