import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowUpRight, IconRepeat } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { GalleryEntry, GalleryFilter } from '../../domain/gallery.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import { workRouteId } from '../../domain/ids.ts';
import { mediaKind } from '../../domain/media-kind.ts';
import { examplesAtom } from '../../requests/actions/examples.ts';
import { useAtom } from '../../ui/atoms.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useEver } from '../../ui/useEver.ts';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import classes from './Examples.module.css';
import { GalleryFeed } from './GalleryFeed.tsx';
import { PublicWays } from './PublicWays.tsx';
import { usePublicWays } from './usePublicWays.tsx';

/** What others have made, over the form that one works in (spec 1, section 2: examples dialog). */
export function ExamplesDialog() {
  const [asked, setAsked] = useAtom(examplesAtom);
  const isOpened = asked !== null;
  const wasOpened = useEver(isOpened);
  if (!wasOpened) return null;
  const close = () => setAsked(null);
  return (
    <Dialog
      opened={isOpened}
      onClose={close}
      width={1080}
      fullOnPhone
      title={<Trans comment="Title of a dialog: works that others have published">Examples</Trans>}
    >
      {asked && <Examples tool={asked.tool} onLeave={close} />}
    </Dialog>
  );
}

function Examples({ tool, onLeave }: { tool: GeneratorType | null; onLeave: () => void }) {
  const [filter, setFilter] = useState<GalleryFilter>({
    words: '',
    categoryId: null,
    tool,
    model: null,
  });
  const [looked, setLooked] = useState<GalleryEntry | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div className={classes.room}>
      {/* It stays as it is, and where it is, while one of its works is looked at. */}
      <div ref={scroller} className={classes.scroller} hidden={looked !== null}>
        <GalleryFeed
          place="examples"
          filter={filter}
          scroller={scroller}
          onFilter={setFilter}
          onOpen={setLooked}
        />
      </div>
      {looked && <Looked entry={looked} onBack={() => setLooked(null)} onLeave={onLeave} />}
    </div>
  );
}

/** One example, and what can be done with it. */
function Looked({
  entry,
  onBack,
  onLeave,
}: {
  entry: GalleryEntry;
  onBack: () => void;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const ways = usePublicWays(onLeave);
  const [isDamaged, setDamaged] = useState(false);
  const { id, title, author, prompt, picture, file, width, height, mediaType } = entry;
  const name = title || prompt.trim() || t({ message: 'Untitled', comment: 'A shared work' });
  return (
    <div className={classes.looked}>
      <Button
        className={classes.back}
        variant="subtle"
        leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
        onClick={onBack}
        data-autofocus
      >
        <Trans comment="Button: from one example back to all of them">All examples</Trans>
      </Button>
      <div className={classes.pair}>
        <div className={classes.stage}>
          {mediaKind(mediaType) === 'video' && !isDamaged ? (
            <VideoPlayer
              label={name}
              src={file}
              poster={`${picture}?width=512`}
              width={width}
              height={height}
              loop
              onError={() => setDamaged(true)}
              onEncrypted={() => setDamaged(true)}
            />
          ) : (
            <img
              className={classes.media}
              src={`${picture}?width=${isDamaged ? 512 : 1024}`}
              width={width}
              height={height}
              alt={name}
            />
          )}
        </div>
        <div className={classes.about}>
          <h3 className={classes.title}>{name}</h3>
          <p className={classes.author}>{author}</p>
          {isDamaged && (
            <p className={classes.author} role="status">
              <Trans>This video can't be played here. Its picture is shown instead.</Trans>
            </p>
          )}
          {prompt.trim() !== '' && <p className={classes.prompt}>{prompt.trim()}</p>}
          <div className={classes.actions}>
            <Button
              leftSection={<IconRepeat size={20} stroke={1.75} aria-hidden />}
              onClick={() => ways.sameInput(entry)}
            >
              {t({
                message: 'Same input',
                comment: 'Button: fills the form with what made this work',
              })}
            </Button>
            <PublicWays entry={entry} onLeave={onLeave} />
            <ButtonLink
              to="/work/$id"
              params={{ id: workRouteId(id) }}
              variant="subtle"
              leftSection={<IconArrowUpRight size={20} stroke={1.75} aria-hidden />}
              onClick={onLeave}
            >
              <Trans comment="Link: to the page of a work">Open its page</Trans>
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  );
}
