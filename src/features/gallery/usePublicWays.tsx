import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { GalleryEntry } from '../../domain/gallery.ts';
import { modeOf, toolEntries, type ToolEntry } from '../../domain/tool-entries.ts';
import { modelsForType } from '../../domain/model.ts';
import { takesSource } from '../../domain/tool-targets.ts';
import { useModels } from '../../live/useModels.ts';
import { useGoOn } from '../../requests/actions/useGoOn.tsx';
import { showToast } from '../../ui/toast.ts';
import { bringPublic } from './bring-public.ts';

/** What a form is filled with that makes the same once more. */
export const sameInputOf = ({
  jobType,
  model,
  parameters,
  prompt,
  negativePrompt,
}: GalleryEntry) => ({
  params: { type: jobType, model },
  search: {
    settings: {
      ...parameters,
      ...(prompt && { prompt }),
      ...(negativePrompt && { negative_prompt: negativePrompt }),
    },
  },
});

/** How one goes on from somebody's published work: its input, its style, or the work itself in a tool. */
export function usePublicWays(onLeave: () => void = () => {}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const models = useModels();
  const { toolMenu } = useGoOn();

  async function goOnIn(tool: ToolEntry, entry: GalleryEntry) {
    if (navigator.onLine) showToast({ message: t`Fetching the full size first…` });
    const picture = await bringPublic(entry).catch(() => null);
    if (picture === null) {
      showToast({
        tone: 'warn',
        message: t`The work could not be fetched. Try again with a network.`,
      });
      return;
    }
    onLeave();
    await navigate({
      to: '/generate/{-$type}/{-$model}',
      params: { type: tool.type, model: tool.model ?? undefined },
      search: { picture },
    });
  }

  /** The tool that makes something else in the look of a picture; null where none does here. */
  function styleTool({ mediaType }: GalleryEntry): ToolEntry | null {
    const tool = toolEntries(models ?? []).find(({ mode }) => mode === 'same_style');
    if (!tool) return null;
    const serving = modelsForType(models ?? [], tool.type).filter(
      (model) => modeOf(model) === 'same_style',
    );
    return serving.some((model) => takesSource(model, mediaType)) ? tool : null;
  }

  return {
    /** Whether it is known which tools there are. */
    areKnown: Boolean(models),
    toolActions: (entry: GalleryEntry) =>
      toolMenu([entry], entry.jobType, (tool) => void goOnIn(tool, entry)),
    /** Null where nothing here makes anything in the look of this work. */
    sameStyle(entry: GalleryEntry): (() => void) | null {
      const tool = styleTool(entry);
      return tool && (() => void goOnIn(tool, entry));
    },
    sameInput(entry: GalleryEntry) {
      onLeave();
      void navigate({ to: '/generate/{-$type}/{-$model}', ...sameInputOf(entry) });
    },
  };
}
