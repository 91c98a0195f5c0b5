import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import {
  IconDownload,
  IconFlag,
  IconLink,
  IconPalette,
  IconPhotoEdit,
  IconRepeat,
} from '@tabler/icons-react';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { cutName } from '../../../domain/cut-name.ts';
import { extensionOf, formatName } from '../../../domain/file-kinds.ts';
import {
  galleryCategories,
  galleryPath,
  shownTitle,
  type GalleryEntry,
} from '../../../domain/gallery.ts';
import { asLanguage, textIn } from '../../../domain/languages.ts';
import { modelNameMaxCharacters } from '../../../domain/limits.ts';
import { mediaKind } from '../../../domain/media-kind.ts';
import { useNamedModels } from '../../../live/useModels.ts';
import { useModelSchema } from '../../../live/useModelSchema.ts';
import { useSession } from '../../../live/useSession.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { CutText } from '../../../ui/CutText.tsx';
import { StatusPill } from '../../../ui/StatusPill.tsx';
import { showToast } from '../../../ui/toast.ts';
import { formatDay } from '../../../words/days.ts';
import { formatBytes, formatNumber } from '../../../words/intl.ts';
import { modelName } from '../../../words/model-names.ts';
import { lazyWithWords } from '../../../words/lazy-words.ts';
import { toolWords } from '../../../words/tools.ts';
import { Fact, ParameterFacts, TextBlock } from '../DetailParts.tsx';
import classes from '../WorkDetails.module.css';

const ReportDialog = lazyWithWords(() =>
  import('./ReportDialog.tsx').then(({ ReportDialog: Dialog }) => Dialog),
);

/** Further ways on from a published work; the route provides them. */
export type PublicWaysOf = ComponentType<{
  entry: GalleryEntry;
  /** Stands in their place until it is known what can be done here. */
  waiting: ReactNode;
}>;

/** Where most works have their further ways on, so that nothing moves when these come. */
function WaitingWays({ isPicture }: { isPicture: boolean }) {
  const { t } = useLingui();
  return (
    <>
      {isPicture && (
        <Button
          variant="default"
          disabled
          leftSection={<IconPalette size={20} stroke={1.75} aria-hidden />}
        >
          {t({ message: 'Same style', comment: 'Button: something else in the look of this work' })}
        </Button>
      )}
      <Button
        variant="default"
        disabled
        leftSection={<IconPhotoEdit size={20} stroke={1.75} aria-hidden />}
      >
        {t({ message: 'Use in…', comment: 'Button that opens a list of tools' })}
      </Button>
    </>
  );
}

/** What a published work is, who made it, and what one can do with it. */
export function PublicDetails({
  entry,
  title,
  Ways,
}: {
  entry: GalleryEntry;
  title: string;
  Ways: PublicWaysOf;
}) {
  const { t, i18n } = useLingui();
  const language = asLanguage(i18n.locale);
  const schema = useModelSchema(entry.model, language) ?? null;
  const session = useSession();
  const [isReporting, setReporting] = useState(false);
  const { author, isSample, jobType, model, prompt, negativePrompt, parameters } = entry;
  // By the name that it has here, where it is known here.
  const modelLabel = { cn: entry.modelName, en: entry.modelName };
  const madeWith = modelName({ model, modelLabel }, useNamedModels(), i18n.locale);
  const category = galleryCategories.find(({ id }) => id === entry.categoryId);

  async function copy(text: string, told: string) {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ message: told, tone: 'success', durationMs: 1_500 });
    } catch {
      showToast({ message: t`This browser did not let us copy.`, tone: 'warn' });
    }
  }

  const address = () => new URL(galleryPath(entry.id), location.origin).href;
  const isPicture = mediaKind(entry.mediaType) === 'picture';
  const waiting = <WaitingWays isPicture={isPicture} />;
  return (
    <div className={classes.details}>
      <header className={classes.head}>
        <h1 className={classes.tool} tabIndex={-1}>
          {shownTitle(title)}
        </h1>
        <div className={classes.badges}>
          <StatusPill>{i18n._(toolWords[jobType].label)}</StatusPill>
          {madeWith !== '' && (
            <StatusPill>
              <CutText whole={madeWith} shown={cutName(madeWith, modelNameMaxCharacters)} />
            </StatusPill>
          )}
          {isSample && (
            <StatusPill>
              <Trans comment="Mark on a work that the platform itself published">Sample</Trans>
            </StatusPill>
          )}
        </div>
      </header>

      <div className={classes.actions}>
        <ButtonLink
          to="/generate/{-$type}/{-$model}"
          params={{ type: jobType, model }}
          search={{
            settings: {
              ...parameters,
              ...(prompt && { prompt }),
              ...(negativePrompt && { negative_prompt: negativePrompt }),
            },
          }}
          leftSection={<IconRepeat size={20} stroke={1.75} aria-hidden />}
        >
          {t({ message: 'Same input', comment: 'Button: fills the form with what made this work' })}
        </ButtonLink>
        <Suspense fallback={waiting}>
          <Ways entry={entry} waiting={waiting} />
        </Suspense>
        <Button
          component="a"
          variant="default"
          href={isPicture ? entry.picture : entry.file}
          download={`Kiln.${extensionOf(entry.mediaType) ?? 'bin'}`}
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
        >
          {t({ message: 'Download', comment: 'Button, verb' })}
        </Button>
        <Button
          variant="default"
          leftSection={<IconLink size={20} stroke={1.75} aria-hidden />}
          onClick={() => void copy(address(), t`Link copied`)}
        >
          {t({ message: 'Copy link', comment: 'Button' })}
        </Button>
        {session && (
          <Button
            variant="subtle"
            leftSection={<IconFlag size={20} stroke={1.75} aria-hidden />}
            onClick={() => setReporting(true)}
          >
            <Trans comment="Button: says why a published work should not be shown">Report</Trans>
          </Button>
        )}
      </div>

      {prompt.trim() && (
        <TextBlock
          heading="h2"
          title={t({ message: 'Prompt', comment: 'The words a picture was made from' })}
          text={prompt.trim()}
          copyLabel={t`Copy prompt`}
          onCopy={() => void copy(prompt.trim(), t`Prompt copied`)}
        />
      )}
      {negativePrompt.trim() && (
        <TextBlock
          heading="h2"
          title={t({
            message: 'Kept out',
            comment: 'The negative prompt: what should not be in the picture',
          })}
          text={negativePrompt.trim()}
          copyLabel={t`Copy what is kept out`}
          onCopy={() => void copy(negativePrompt.trim(), t`Prompt copied`)}
        />
      )}

      <details className={classes.parameters} open>
        <summary>
          <Trans comment="Heading above the parameters of a work">How it was made</Trans>
        </summary>
        <dl className={classes.table}>
          <Fact label={t({ message: 'By', comment: 'Who published a work' })}>{author}</Fact>
          {category && (
            <Fact label={t({ message: 'Category', comment: 'What a published work is about' })}>
              {textIn(category.name, language)}
            </Fact>
          )}
          {entry.width > 0 && (
            <Fact label={t({ message: 'Size', comment: 'Width × height of a picture' })}>
              {formatNumber(entry.width, i18n.locale)} × {formatNumber(entry.height, i18n.locale)}
            </Fact>
          )}
          {entry.seed && (
            <Fact label={t({ message: 'Seed', comment: 'Number that makes a picture repeatable' })}>
              {entry.seed}
            </Fact>
          )}
          <ParameterFacts work={entry} schema={schema} />
          <Fact label={t({ message: 'File', comment: 'Type and size of a file' })}>
            {formatName(entry.mediaType)} · {formatBytes(entry.bytes, i18n.locale)}
          </Fact>
          <Fact label={t({ message: 'Published', comment: 'When a work was published' })}>
            <time dateTime={new Date(entry.publishedAtMs).toISOString()}>
              {formatDay(entry.publishedAtMs, i18n.locale)}
            </time>
          </Fact>
        </dl>
      </details>
      {isReporting && (
        <Suspense fallback={null}>
          <ReportDialog id={entry.id} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </div>
  );
}
