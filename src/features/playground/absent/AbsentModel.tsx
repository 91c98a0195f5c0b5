import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { cutName } from '../../../domain/cut-name.ts';
import type { GeneratorType } from '../../../domain/generator-types.ts';
import { modelNameMaxCharacters } from '../../../domain/limits.ts';
import { modelsForType, toolsOf, type ModelItem } from '../../../domain/model.ts';
import { entryOf, toolEntries } from '../../../domain/tool-entries.ts';
import { useModels, useNamedModels } from '../../../live/useModels.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useAppActions } from '../../../ui/useAppActions.ts';
import { useOnline } from '../../../ui/useOnline.ts';
import { modelName } from '../../../words/model-names.ts';
import { entryWords } from '../../../words/tools.ts';
import { modelTexts } from '../model-texts.ts';

/** The model that was asked for is none of this tool's: says so, and which one stands in its place. */
export function AbsentModel({
  type,
  wanted,
  isDraft,
  shown,
  onStay,
}: {
  type: GeneratorType;
  wanted: string;
  /** The form was left with it; else the address names it. */
  isDraft: boolean;
  shown: ModelItem;
  /** Goes on with the one that is shown. */
  onStay: () => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const names = useNamedModels();
  const models = useModels();
  const { refreshModels } = useAppActions();
  const refresh = useEffectEvent(refreshModels);
  // It may be new: the list on this device is some minutes old.
  useEffect(() => {
    if (online) void refresh();
  }, [wanted, online]);
  if (names === undefined || !models) return null;
  const isHere = (tool: GeneratorType) =>
    modelsForType(models, tool).some(({ model }) => model === wanted);
  // With one model for a tool only, the others are left out because the person wants it so.
  if (isHere(type)) return null;
  const name = cutName(
    modelName({ model: wanted, modelLabel: null }, names, i18n.locale),
    modelNameMaxCharacters,
  );
  const here = cutName(modelTexts(shown, i18n.locale).label, modelNameMaxCharacters);
  // Its name may keep it out of every tool that it names.
  const tool = toolsOf(models).find(isHere);
  const entry =
    tool &&
    entryOf(toolEntries(models), tool, models.find(({ model }) => model === wanted) ?? null);
  const toolName = entry && i18n._(entryWords(entry).label);
  return (
    <Notice
      tone="warn"
      announce
      title={
        toolName
          ? t`“${name}” belongs to another tool`
          : isDraft
            ? t`“${name}” isn't offered any more`
            : t`“${name}” isn't offered here`
      }
      actions={
        <>
          {tool && (
            <ButtonLink
              size="sm"
              variant="default"
              to="/generate/{-$type}/{-$model}"
              params={{ type: tool, model: wanted }}
            >
              {t({
                message: `Open it in “${toolName}”`,
                comment: 'Link: a model, in the tool that it belongs to, e.g. Upscale',
              })}
            </ButtonLink>
          )}
          <Button size="sm" variant="default" onClick={onStay}>
            {t({
              message: `Go on with “${here}”`,
              comment: 'Button: the name of a model that stands in the place of another',
            })}
          </Button>
        </>
      }
    >
      {isDraft ? (
        <Trans>
          You left this form with it. Your words are still here, and “{here}” stands in its place.
        </Trans>
      ) : (
        <Trans>This form is for “{here}” instead.</Trans>
      )}{' '}
      {!online && !tool && (
        <Trans>The list is from your last visit: with a network it may be there.</Trans>
      )}
    </Notice>
  );
}
