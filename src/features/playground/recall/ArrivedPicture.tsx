import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { getModelSchema } from '../../../db/caches.ts';
import { asLanguage } from '../../../domain/languages.ts';
import type { ModelItem } from '../../../domain/model.ts';
import type { RecallPart } from '../../../domain/recall.ts';
import { modelNamed, type Recipe, type RecipeProgram } from '../../../domain/recipes/recipe.ts';
import { sourceLimits, travellingType } from '../../../domain/source-limits.ts';
import type { ToolEntry } from '../../../domain/tool-entries.ts';
import { modelForSource } from '../../../domain/tool-targets.ts';
import { useModels } from '../../../live/useModels.ts';
import { useGoOn } from '../../../requests/actions/useGoOn.tsx';
import { ActionMenu } from '../../../ui/ActionMenu.tsx';
import { useSetAtom } from '../../../ui/atoms.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { toolWords } from '../../../words/tools.ts';
import { readRecipe } from '../../../../workers/imaging/client.ts';
import { chooseModel } from '../../../domain/model-choice.ts';
import type { Draft } from '../draft-keeper.ts';
import { withLarger } from '../../../domain/larger-parameters.ts';
import { planForm } from '../form-plan.ts';
import { storeSource } from '../store-source.ts';
import type { Workbench } from '../useWorkbench.ts';
import classes from './ArrivedPicture.module.css';
import { arrivedPictureAtom, recalledAtom, type ArrivedPicture as Arrived } from './recalled.ts';
import { modelOfRequest, takeElsewhere } from './take-elsewhere.ts';
import { inputOf, settingsOfRecipe } from './wanted-settings.ts';

/** Names that are the same in every language. */
const programNames: Readonly<Record<RecipeProgram, string>> = {
  kiln: 'Kiln',
  a1111: 'A1111',
  civitai: 'Civitai',
  comfyui: 'ComfyUI',
};

/** While a picture is held over a form that starts from words. */
export function DropHint() {
  return (
    <Notice tone="active" title={<Trans>Let go of the picture</Trans>}>
      <Trans>If it carries settings, you can take them over.</Trans>
    </Notice>
  );
}

/** A picture that came to the form: the settings that it carries, and what to do with them. */
export function ArrivedPicture({
  bench,
  picture,
  onModel,
}: {
  bench: Workbench;
  picture: Arrived;
  onModel: (model: string) => void;
}) {
  const [read, setRead] = useState<{ of: Arrived; recipe: Recipe | null } | null>(null);
  const setPicture = useSetAtom(arrivedPictureAtom);
  const tell = useEffectEvent((recipe: Recipe | null) => {
    if (recipe === null && !picture.alone) setPicture(null);
    else setRead({ of: picture, recipe });
  });
  useEffect(() => {
    let left = false;
    void readRecipe(picture.file).then((recipe) => {
      if (!left) tell(recipe);
    });
    return () => {
      left = true;
    };
  }, [picture]);
  if (read?.of !== picture) return null;
  return <Card bench={bench} picture={picture} recipe={read.recipe} onModel={onModel} />;
}

function Card({
  bench,
  picture,
  recipe,
  onModel,
}: {
  bench: Workbench;
  picture: Arrived;
  recipe: Recipe | null;
  onModel: (model: string) => void;
}) {
  const { t, i18n } = useLingui();
  const setPicture = useSetAtom(arrivedPictureAtom);
  const setRecalled = useSetAtom(recalledAtom);
  const navigate = useNavigate();
  const models = useModels();
  const url = useObjectUrl(picture.file);
  const language = asLanguage(i18n.locale);
  const close = () => setPicture(null);
  const program = recipe && programNames[recipe.program];
  const request = recipe?.request ?? null;
  /** The model that made it, in a tool that is not open. */
  const elsewhere =
    request && request.type !== bench.type ? modelOfRequest(models ?? [], request) : null;

  async function use(part: RecallPart) {
    if (!recipe) return;
    if (part === 'all' && request && elsewhere) {
      await bench.flush();
      await takeElsewhere(bench.owner, recipe, request, elsewhere);
      close();
      await navigate({
        to: '/generate/{-$type}/{-$model}',
        params: { type: request.type, model: elsewhere.model },
      });
      return;
    }
    const named =
      part === 'all'
        ? ((request && modelOfRequest(bench.models, { ...request, type: bench.type })) ??
          (recipe.model ? modelNamed(bench.models, recipe.model) : null))
        : null;
    const model = named ?? bench.model;
    const isOther = model.model !== bench.model.model;
    const schema = isOther ? await getModelSchema(model.model, language) : bench.schema;
    const plan = schema ? planForm(withLarger(schema, true), model) : null;
    const settings = settingsOfRecipe(recipe, part, model, plan);
    const before = bench.draft;
    const draft: Draft =
      part === 'prompt'
        ? { ...before, model: model.model, input: { ...before.input, ...inputOf(settings) } }
        : { model: model.model, input: inputOf(settings), sources: before.sources };
    bench.takeDraft(draft);
    setRecalled({
      type: bench.type,
      model: model.model,
      origin: 'picture',
      part,
      settings,
      before,
    });
    close();
    if (!isOther) return;
    await bench.flush();
    onModel(model.model);
  }

  return (
    <section className={classes.root} aria-label={t`A picture for this form`}>
      {url && <img className={classes.picture} src={url} alt="" />}
      <div className={classes.words}>
        <div role="status">
          <p className={classes.title}>
            {program ? (
              <Trans comment="Heading; the name of a program">
                This picture carries settings from {program}
              </Trans>
            ) : (
              <Trans>This picture carries no settings that can be read here</Trans>
            )}
          </p>
        </div>
        {recipe?.prompt && <p className={classes.excerpt}>{recipe.prompt}</p>}
        {recipe && (
          <Facts
            recipe={recipe}
            tool={request && elsewhere ? i18n._(toolWords[request.type].label) : null}
          />
        )}
      </div>
      <div className={classes.close}>
        <IconButton
          label={t({ message: 'Close', comment: 'Button: closes a note' })}
          icon={<IconX size={18} stroke={1.75} aria-hidden />}
          onClick={close}
        />
      </div>
      <div className={classes.actions}>
        {recipe && (
          <Button size="sm" variant="light" onClick={() => void use('all')}>
            <Trans comment="Button: every setting that a picture carries">Use all</Trans>
          </Button>
        )}
        {recipe?.prompt && (
          <Button size="sm" variant="default" onClick={() => void use('prompt')}>
            <Trans comment="Button: of the settings that a picture carries">Only the prompt</Trans>
          </Button>
        )}
        <AsPicture bench={bench} picture={picture} onDone={close}>
          {recipe ? (
            <Trans comment="Button: not the settings that a picture carries">
              Only as a picture
            </Trans>
          ) : (
            <Trans comment="Button: start from a picture">Use as a picture</Trans>
          )}
        </AsPicture>
      </div>
    </section>
  );
}

/** @param tool whose form the settings go into, where it is another one */
function Facts({ recipe, tool }: { recipe: Recipe; tool: string | null }) {
  const { model, width, height, sampler, steps, seed, loras } = recipe;
  const loraCount = loras.length;
  const facts: Readonly<Record<string, ReactNode>> = {
    tool,
    model,
    size: width !== null && height !== null && `${width} × ${height}`,
    sampler,
    steps: steps !== null && <Plural value={steps} one="# step" other="# steps" />,
    seed: seed !== null && (
      <Trans comment="Number that makes a picture repeatable">seed {seed}</Trans>
    ),
    loras: loraCount > 0 && <Plural value={loraCount} one="# LoRA" other="# LoRAs" />,
  };
  const told = Object.entries(facts).filter(([, fact]) => fact !== null && fact !== false);
  if (told.length === 0) return null;
  return (
    <p className={classes.facts}>
      {told.map(([key, fact], index) => (
        <span key={key}>
          {index > 0 && ' · '}
          {fact}
        </span>
      ))}
    </p>
  );
}

/** The picture as what one starts from: in this form where it takes one, else in a tool that does. */
function AsPicture({
  bench,
  picture: { file, alone },
  onDone,
  children,
}: {
  bench: Workbench;
  picture: Arrived;
  onDone: () => void;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const models = useModels();
  const goOn = useGoOn();
  const navigate = useNavigate();
  const mediaType = travellingType(file.type || 'image/png');
  const field = bench.plan?.sources.find(({ role }) => role === 'source') ?? null;

  async function keep(model: ModelItem | undefined) {
    const stored = await storeSource(file, sourceLimits(model));
    if (stored.ok) return stored.mediaId;
    showToast({
      tone: 'warn',
      message: t`This picture can't be used. Save it as PNG or JPEG and try again.`,
    });
    return null;
  }

  async function goTo(entry: ToolEntry) {
    const chosen = chooseModel(models ?? [], entry.type, entry.model ?? undefined, null);
    const model = modelForSource(models ?? [], entry.type, mediaType, chosen);
    const mediaId = await keep(model ?? undefined);
    if (!mediaId) return;
    onDone();
    await navigate({
      to: '/generate/{-$type}/{-$model}',
      params: { type: entry.type, model: entry.model ?? undefined },
      search: { picture: mediaId },
    });
  }

  async function takeHere(name: string) {
    const mediaId = alone ? await keep(bench.model) : null;
    if (mediaId) bench.setSource(name, mediaId);
    onDone();
  }

  if (field) {
    return (
      <Button size="sm" variant="default" onClick={() => void takeHere(field.name)}>
        {children}
      </Button>
    );
  }
  const tools = goOn.toolMenu([{ mediaType, bytes: file.size }], null, (entry) => void goTo(entry));
  if (tools.length === 0) return null;
  return (
    <ActionMenu label={t`Use in…`} header={<Trans>Use in…</Trans>} actions={tools}>
      {(trigger) => (
        <Button {...trigger} size="sm" variant="default">
          {children}
        </Button>
      )}
    </ActionMenu>
  );
}
