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
import { isSmallOnly, useShownPicture } from './useShownPicture.ts';
import type { SharedLook } from './useSharedLook.ts';

const strongest = 16;

/** What differs between two pictures: black where nothing does. */
export function DifferenceView({ a, b, look }: { a: WorkRow; b: WorkRow; look: SharedLook }) {
  const { t, i18n } = useLingui();
  const [gain, setGain] = useState(4);
  const [first, second] = [useShownPicture(a), useShownPicture(b)];
  // As long as a full size isn't here, the small versions are compared: like with like.
  const isSmall = isSmallOnly(first) || isSmallOnly(second);
  const of = ({ original, small }: typeof first) => (isSmall ? (small ?? original) : original);
  const [left, right] = [of(first), of(second)];
  const isOneMissing = isSmall && [first, second].some((one) => one.small === null && !of(one));
  const read = useDifference(left, right);
  const url = useObjectUrl(read === 'failed' ? null : read?.picture);
  const ratio = a.width > 0 && a.height > 0 ? a.width / a.height : 1;
  const otherRatio = b.width > 0 && b.height > 0 ? b.width / b.height : 1;
  const isStretched = Math.abs(otherRatio / ratio - 1) > 0.01;
  const percent = (value: number) =>
    i18n.number(value, { style: 'percent', maximumFractionDigits: 1 });
  const share = read && read !== 'failed' ? percent(read.changed) : '';
  const least = percent(0.001);
  const told = isSmallOnly(first) ? first : second;
  return (
    <>
      <Room ratio={ratio} look={look} over={<OriginalNote state={told.state} />}>
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
          ) : isOneMissing ? (
            <Trans>One of them isn't on this device, not even in small.</Trans>
          ) : read === undefined ? (
            <Trans comment="Two pictures are being compared">Comparing…</Trans>
          ) : read.changed === 0 ? (
            <Trans>Nothing that anybody sees differs.</Trans>
          ) : read.changed < 0.001 ? (
            <Trans comment="A share: 0.1%">Less than {least} of the picture differs.</Trans>
          ) : (
            <Trans comment="A share, e.g. 12.3%">{share} of the picture differs.</Trans>
          )}
        </p>
        {isStretched && (
          <p>
            <Trans comment="A and B are pictures">
              B has another shape and is stretched to that of A.
            </Trans>
          </p>
        )}
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
