import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { IconArrowsExchange, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { IconButton } from '../../../ui/IconButton.tsx';
import { workTitle } from '../../../words/work-titles.ts';
import classes from './Compare.module.css';
import type { Compared } from './compared.ts';
import { scaledAbout, scaleMax, wholeLook, type SharedLook } from './useSharedLook.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Which two stand against each other, and how large they are. */
export function CompareBar({
  works,
  pair: [first, second],
  onPair,
  look,
  onLook,
}: {
  works: readonly Compared[];
  /** Numbers of A and B. */
  pair: readonly [number, number];
  onPair: (pair: readonly [number, number]) => void;
  look: SharedLook;
  onLook: (look: SharedLook) => void;
}) {
  const { t, i18n } = useLingui();
  const options = works.map(({ work, number }) => ({
    value: String(number),
    label: `${number} · ${workTitle(work, i18n).slice(0, 60)}`,
  }));
  return (
    <div className={classes.bar}>
      {works.length > 2 && (
        <>
          <NativeSelect
            label="A"
            data={options}
            value={String(first)}
            onChange={(event) => {
              const next = Number(event.currentTarget.value);
              onPair([next, next === second ? first : second]);
            }}
          />
          <NativeSelect
            label="B"
            data={options}
            value={String(second)}
            onChange={(event) => {
              const next = Number(event.currentTarget.value);
              onPair([next === first ? second : first, next]);
            }}
          />
        </>
      )}
      <Button
        variant="default"
        leftSection={<IconArrowsExchange {...icon} />}
        onClick={() => onPair([second, first])}
      >
        <Trans comment="Button: A becomes B and B becomes A">Swap A and B</Trans>
      </Button>
      <div className={classes.zoom}>
        <IconButton
          label={t({ message: 'Smaller', comment: 'Button: zoom out of a picture' })}
          icon={<IconZoomOut {...icon} />}
          disabled={look.scale <= 1}
          onClick={() => onLook(scaledAbout(look, 1 / 1.5))}
        />
        <IconButton
          label={t({ message: 'Larger', comment: 'Button: zoom into a picture' })}
          icon={<IconZoomIn {...icon} />}
          disabled={look.scale >= scaleMax}
          onClick={() => onLook(scaledAbout(look, 1.5))}
        />
        <IconButton
          label={t({
            message: 'Show all of it',
            comment: 'Button: a picture or 3D object as at first',
          })}
          icon={<IconZoomReset {...icon} />}
          disabled={look.scale <= 1}
          onClick={() => onLook(wholeLook)}
        />
      </div>
    </div>
  );
}
