import { asLanguage } from '../../domain/languages.ts';
import type { Language } from '../../domain/languages.ts';
import { modelTexts } from '../../domain/model.ts';
import { modelName } from '../../words/model-names.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, UnstyledButton } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconLink,
  IconPhotoEdit,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react';
import type { WorkRow } from '../../db/schema.ts';
import { formatName } from '../../domain/file-kinds.ts';
import { cutName } from '../../domain/cut-name.ts';
import { modelNameMaxCharacters, ratingMax } from '../../domain/limits.ts';
import type { ModelItem } from '../../domain/model.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { StarRating } from '../../ui/StarRating.tsx';
import { CutText } from '../../ui/CutText.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { formatTime } from '../../words/days.ts';
import { formatBytes, formatNumber } from '../../words/intl.ts';
import { workHeading } from '../../words/work-titles.ts';
import { errorWords } from '../../words/errors.ts';
import { originWords } from '../../words/origins.ts';
import { warningWords } from '../../words/warnings.ts';
import { Fact, ParameterFacts, TextBlock, type PartHeading } from './DetailParts.tsx';
import { SourcePicture } from './SourcePicture.tsx';
import { WorkTags } from './WorkTags.tsx';
import type { WorkCommands } from './useWorkCommands.tsx';
import { Whereabouts } from './Whereabouts.tsx';
import classes from './WorkDetails.module.css';
import { useNamedModels } from '../../live/useModels.ts';
import { useCompareActions, type Neighbours } from './compare/useCompareActions.tsx';
import { useModelSchema } from '../../live/useModelSchema.ts';
import { useWorkSources } from '../../live/useWorkSources.ts';

/** What a work is, what made it, and what one can do with it. */
export function WorkDetails({
  work,
  neighbours,
  commands,
  onDelete,
  headingLevel,
}: {
  work: WorkRow;
  neighbours: Neighbours;
  commands: WorkCommands;
  onDelete: () => void;
  headingLevel: 1 | 2;
}) {
  const { t, i18n } = useLingui();
  const language = asLanguage(i18n.locale);
  const schema = useModelSchema(work.model, language) ?? null;
  const model = commands.models?.find((item) => item.model === work.model) ?? null;
  const named = useNamedModels();
  const tools = commands.toolActions([work]);
  const Heading = `h${headingLevel}` as const;
  const PartHeading = headingLevel === 1 ? 'h2' : 'h3';
  const compareActions = useCompareActions(work, neighbours);
  const prompt = work.prompt.trim();
  const toolName = i18n._(workHeading(work));
  const madeWith = modelName(work, named, i18n.locale);

  return (
    <div className={classes.details}>
      <header className={classes.head}>
        <Heading className={classes.tool} tabIndex={headingLevel === 1 ? -1 : undefined}>
          {toolName}
        </Heading>
        <div className={classes.badges}>
          {/* A file that was brought along need not tell. */}
          {madeWith !== '' && (
            <StatusPill>
              <CutText whole={madeWith} shown={cutName(madeWith, modelNameMaxCharacters)} />
            </StatusPill>
          )}
          <ModelMark model={model} language={language} />
        </div>
      </header>

      <div className={classes.actions}>
        <Button
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          onClick={() => void commands.download([work])}
        >
          {t({ message: 'Download', comment: 'Button, verb' })}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRepeat size={20} stroke={1.75} aria-hidden />}
          onClick={() => commands.repeat(work)}
        >
          {t({ message: 'Same input', comment: 'Button: fills the form with what made this work' })}
        </Button>
        {tools.length > 0 && (
          <ActionMenu label={t`Use in…`} actions={tools}>
            {(trigger) => (
              <Button
                {...trigger}
                variant="default"
                leftSection={<IconPhotoEdit size={20} stroke={1.75} aria-hidden />}
              >
                {t({ message: 'Use in…', comment: 'Button that opens a list of tools' })}
              </Button>
            )}
          </ActionMenu>
        )}
        <ActionMenu
          label={t`More about this work`}
          actions={[
            commands.albumsAction(work),
            ...commands.filmActions(work),
            ...compareActions,
            commands.recallMenu(work),
            ...commands.fileActions(work),
            ...commands.appActions(work),
            ...commands.keepActions(work),
            ...commands.shareActions(work),
            {
              key: 'link',
              icon: <IconLink stroke={1.75} aria-hidden />,
              label: t({ message: 'Copy link', comment: 'Button' }),
              onSelect: () => void commands.copyLink(work),
            },
            {
              key: 'delete',
              icon: <IconTrash stroke={1.75} aria-hidden />,
              label: t({ message: 'Delete', comment: 'Button, verb' }),
              tone: 'danger',
              onSelect: onDelete,
            },
          ]}
        >
          {(trigger) => (
            <IconButton
              {...trigger}
              label={t({ message: 'More actions', comment: 'Button that opens a menu' })}
              icon={<IconDots size={20} stroke={1.75} aria-hidden />}
            />
          )}
        </ActionMenu>
      </div>

      <StarRating
        label={t({ message: 'Your rating', comment: 'Label of the stars of an image' })}
        starLabel={commands.starsText}
        value={work.rating}
        max={ratingMax}
        onChange={(value) => void commands.rate([work], value)}
      />

      <WorkTags work={work} heading={PartHeading} />

      {prompt && (
        <TextBlock
          heading={PartHeading}
          title={t({ message: 'Prompt', comment: 'The words a picture was made from' })}
          text={prompt}
          copyLabel={t`Copy prompt`}
          onCopy={() => void commands.copy(prompt, t`Prompt copied`)}
        />
      )}
      {work.negativePrompt.trim() && (
        <TextBlock
          heading={PartHeading}
          title={t({
            message: 'Kept out',
            comment: 'The negative prompt: what should not be in the picture',
          })}
          text={work.negativePrompt.trim()}
          copyLabel={t`Copy what is kept out`}
          onCopy={() => void commands.copy(work.negativePrompt.trim(), t`Prompt copied`)}
        />
      )}

      <Sources work={work} heading={PartHeading} />
      <Notes work={work} model={model} language={language} />

      <details className={classes.parameters} open>
        <summary>
          <Trans comment="Heading above the parameters of a work">How it was made</Trans>
        </summary>
        <dl className={classes.table}>
          {work.width > 0 && (
            <Fact label={t({ message: 'Size', comment: 'Width × height of a picture' })}>
              {formatNumber(work.width, i18n.locale)} × {formatNumber(work.height, i18n.locale)}
            </Fact>
          )}
          {work.seed && (
            <Fact label={t({ message: 'Seed', comment: 'Number that makes a picture repeatable' })}>
              <UnstyledButton
                className={classes.copy}
                aria-label={t({ message: `Copy seed ${work.seed}`, comment: 'Button' })}
                onClick={() => void commands.copy(work.seed, t`Seed copied`)}
              >
                {work.seed}
                <IconCopy size={16} stroke={1.75} aria-hidden />
              </UnstyledButton>
            </Fact>
          )}
          <ParameterFacts work={work} schema={schema} />
          <Fact label={t({ message: 'File', comment: 'Type and size of a file' })}>
            {formatName(work.mediaType)} · {formatBytes(work.bytes, i18n.locale)}
          </Fact>
          <Fact
            label={t({ message: 'Full size', comment: 'Where the large version of a picture is' })}
          >
            <Whereabouts work={work} />
          </Fact>
          <Fact label={t({ message: 'Comes from', comment: 'How a work came to be here' })}>
            {i18n._(originWords[work.origin])}
          </Fact>
          <Fact label={t({ message: 'Made', comment: 'When a picture was made' })}>
            <time dateTime={new Date(work.createdAtMs).toISOString()}>
              {formatTime(work.createdAtMs)}
            </time>
          </Fact>
        </dl>
      </details>
    </div>
  );
}

function ModelMark({ model, language }: { model: ModelItem | null; language: Language }) {
  const mark = model && modelTexts(model, language).mark;
  return mark ? <StatusPill>{mark}</StatusPill> : null;
}

/** What the engine says about itself and about this output. */
function Notes({
  work,
  model,
  language,
}: {
  work: WorkRow;
  model: ModelItem | null;
  language: Language;
}) {
  const { i18n } = useLingui();
  const isDemo = model?.engine === 'builtin' && work.jobType === 'Text2Img';
  const description = model ? modelTexts(model, language).description : undefined;
  const known = work.warnings.flatMap((warning) => warningWords(warning) ?? []);
  if (!isDemo && known.length === 0 && !work.censored && !work.err) return null;
  return (
    <ul className={classes.notes}>
      {isDemo && (
        <li title={description}>
          <Trans>
            Made by the built-in demo painter. It needs no model and doesn't understand words like
            one.
          </Trans>
        </li>
      )}
      {work.censored && (
        <li>
          <Trans>The engine hid this picture because of its content rules.</Trans>
        </li>
      )}
      {work.err && <li>{i18n._(errorWords[work.err].title)}</li>}
      {known.map((words) => (
        <li key={words.id}>{i18n._(words)}</li>
      ))}
    </ul>
  );
}

/** The pictures it was made from, as long as this device still has them. */
function Sources({ work, heading: Heading }: { work: WorkRow; heading: PartHeading }) {
  const sources = useWorkSources(work.sources);
  if (!sources || sources.length === 0) return null;
  return (
    <section>
      <Heading className={classes.label}>
        <Trans comment="Heading above the source picture of a work">Made from</Trans>
      </Heading>
      <div className={classes.sources}>
        {sources.map((id) => (
          <SourcePicture key={id} id={id} />
        ))}
      </div>
    </section>
  );
}
