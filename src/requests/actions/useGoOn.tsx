import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconDimensions,
  IconForms,
  IconLayoutGrid,
  IconMovie,
  IconPhotoEdit,
  IconPlant2,
  IconRefreshDot,
  IconTextSize,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { WorkRow } from '../../db/schema.ts';
import { filmPicturesMax, filmPictureTypes } from '../../domain/film-plan.ts';
import type { WorkId } from '../../domain/ids.ts';
import type { RecallPart } from '../../domain/recall.ts';
import type { ToolEntry } from '../../domain/tool-entries.ts';
import {
  toolTargets,
  wordTargets,
  type SourceFile,
  type ToolTargets,
} from '../../domain/tool-targets.ts';
import { useModels } from '../../live/useModels.ts';
import { useRecentTools } from '../../live/useRecentTools.ts';
import type { MenuAction } from '../../ui/ActionMenu.tsx';
import { useSetAtom } from '../../ui/atoms.ts';
import { showToast } from '../../ui/toast.ts';
import { entryWords } from '../../words/tools.ts';
import { toolChoiceAtom } from './tool-choice.ts';

const icon = { stroke: 1.75, 'aria-hidden': true } as const;

/** How one goes on from finished works, the same wherever they are shown. */
export function useGoOn() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const models = useModels();
  const recent = useRecentTools();
  const choose = useSetAtom(toolChoiceAtom);

  /** The likely tools by name, and behind "All tools" the finder with all of them. */
  function toolMenu(
    files: readonly SourceFile[],
    madeBy: WorkRow['jobType'] | null,
    go: (entry: ToolEntry) => void,
  ): MenuAction[] {
    return shortMenu(toolTargets(models ?? [], files, { madeBy, recent: recent ?? [] }), go);
  }

  /** The same for words that came without a file. */
  function wordMenu(go: (entry: ToolEntry) => void): MenuAction[] {
    return shortMenu(wordTargets(models ?? []), go);
  }

  function shortMenu({ likely, all }: ToolTargets, go: (entry: ToolEntry) => void): MenuAction[] {
    const named = likely.map((entry): MenuAction => {
      const words = entryWords(entry);
      return {
        key: `${entry.type} ${entry.mode ?? ''}`,
        icon: <words.icon {...icon} />,
        label: i18n._(words.label),
        onSelect: () => go(entry),
      };
    });
    if (all.length === likely.length) return named;
    return [
      ...named,
      {
        key: 'all-tools',
        icon: <IconLayoutGrid {...icon} />,
        label: t({
          message: 'All tools…',
          comment: 'Menu entry: opens a list of every tool that takes this file',
        }),
        onSelect: () => choose({ entries: all, onChoose: go }),
      },
    ];
  }

  /** Brings the full sizes here, which a tool needs. @returns whether all of them came */
  async function bringAll(works: readonly WorkRow[]): Promise<boolean> {
    const away = works.filter(({ onDevice }) => onDevice === 0);
    if (away.length === 0) return true;
    if (navigator.onLine) showToast({ message: t`Fetching the full size first…` });
    const { bringHere } = await import('../../db/works/bring-here.ts');
    const came = await Promise.all(away.map((work) => bringHere(work)));
    const missing = came.filter((isHere) => !isHere).length;
    if (missing === 0) return true;
    showToast({
      tone: 'warn',
      message: t`${plural(missing, { one: '# work is not on this device and could not be fetched. Try again with a network.', other: '# works are not on this device and could not be fetched. Try again with a network.' })}`,
    });
    return false;
  }

  async function goOnIn(entry: ToolEntry, works: readonly WorkRow[]) {
    if (!(await bringAll(works))) return;
    await navigate({
      to: '/generate/{-$type}/{-$model}',
      params: { type: entry.type, model: entry.model ?? undefined },
      search: { source: works.map(({ id }) => id).join(',') },
    });
  }

  /** Takes what a work was made with into a form. A part of it goes into the form that is in use. */
  function recall(work: WorkRow, part: RecallPart) {
    const isWhole = part === 'all' || part === 'remix';
    void navigate({
      to: '/generate/{-$type}/{-$model}',
      params: { type: isWhole ? work.jobType : undefined, model: undefined },
      // What was asked for, free in its seed, is what a link to a work has always meant.
      search: part === 'remix' ? { from: work.id } : { from: work.id, part },
    });
  }

  /** One entry for each part of what a work was made with. */
  function recallActions(work: WorkRow): MenuAction[] {
    const entry = (key: RecallPart, label: string, sign: MenuAction['icon']): MenuAction => ({
      key,
      label,
      icon: sign,
      onSelect: () => recall(work, key),
    });
    const whole = [
      entry(
        'remix',
        t({
          message: 'Same settings, new seed',
          comment: 'Menu entry: fills the form with what made this work',
        }),
        <IconRefreshDot {...icon} />,
      ),
    ];
    const parts: MenuAction[] = [];
    if (work.seed !== '') {
      whole.unshift(
        entry(
          'all',
          t({
            message: 'Everything, with its seed',
            comment: 'Menu entry: fills the form with what made this work',
          }),
          <IconForms {...icon} />,
        ),
      );
      parts.push(
        entry(
          'seed',
          t({ message: 'Only the seed', comment: 'Menu entry: takes it into the form' }),
          <IconPlant2 {...icon} />,
        ),
      );
    }
    if (work.prompt.trim() !== '') {
      parts.unshift(
        entry(
          'prompt',
          t({ message: 'Only the prompt', comment: 'Menu entry: takes it into the form' }),
          <IconTextSize {...icon} />,
        ),
      );
    }
    const { width, height } = work;
    if (width > 0 && height > 0) {
      parts.push(
        entry(
          'size',
          t({
            message: `Only the size, ${width} × ${height}`,
            comment: 'Menu entry: takes width and height into the form',
          }),
          <IconDimensions {...icon} />,
        ),
      );
    }
    return [...whole, ...parts];
  }

  /** Tools that can go on from these works, together where they are several. */
  function toolActions(works: readonly WorkRow[]): MenuAction[] {
    const [first] = works;
    const madeBy = first && works.every(({ jobType }) => jobType === first.jobType);
    return toolMenu(works, madeBy ? first.jobType : null, (entry) => void goOnIn(entry, works));
  }

  /** What makes a video of a single work; none where it is no picture. */
  const filmActions = (work: WorkRow): MenuAction[] =>
    filmPictureTypes.includes(work.mediaType) ? [filmAction([work.id])] : [];

  /** Pictures become a video; where works of other kinds are among them, these are left out there. */
  function filmAction(ids: readonly WorkId[]): MenuAction & { label: string } {
    return {
      key: 'make-video',
      icon: <IconMovie {...icon} />,
      label: t({ message: 'Make a video…', comment: 'Menu entry: of one or more pictures' }),
      onSelect: () =>
        void navigate({
          to: '/video',
          search: { works: ids.slice(0, filmPicturesMax).join(',') },
        }),
    };
  }

  function recallMenu(work: WorkRow): MenuAction {
    return {
      key: 'recall',
      icon: <IconForms {...icon} />,
      label: t({
        message: 'Take over…',
        comment: 'Menu entry: opens a choice of what of a work goes into the form',
      }),
      onSelect: () => {},
      actions: recallActions(work),
    };
  }

  return {
    filmAction,
    filmActions,
    recall,
    recallActions,
    recallMenu,
    toolActions,
    toolMenu,
    wordMenu,
    /** Both ways on as entries of a menu, each with a menu of its own. */
    goOnActions: (work: WorkRow): MenuAction[] => {
      const tools = toolActions([work]);
      if (tools.length === 0) return [...filmActions(work), recallMenu(work)];
      return [
        {
          key: 'use-in',
          icon: <IconPhotoEdit {...icon} />,
          label: t({ message: 'Use in…', comment: 'Button that opens a list of tools' }),
          onSelect: () => {},
          actions: tools,
        },
        ...filmActions(work),
        recallMenu(work),
      ];
    },
  };
}
