import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import {
  IconCheckbox,
  IconDots,
  IconEraser,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { toolWords } from '../../words/tools.ts';
import classes from './QueuePanel.module.css';
import type { QueueFilter } from './shelf.ts';

/** What is shown of the queue, and what can be done with all of it. */
export function QueueToolbar({
  filter,
  onFilter,
  counts,
  tool,
  tools,
  onTool,
  paused,
  onPause,
  onSelect,
  canRetry,
  onRetryAll,
  onClear,
}: {
  filter: QueueFilter;
  onFilter: (filter: QueueFilter) => void;
  counts: Record<QueueFilter, number>;
  tool: GeneratorType | null;
  /** The tools to choose from; with one there is nothing to choose. */
  tools: readonly GeneratorType[];
  onTool: (tool: GeneratorType | null) => void;
  paused: boolean;
  onPause: () => void;
  onSelect: () => void;
  /** Something in trouble can be helped by trying it again. */
  canRetry: boolean;
  onRetryAll: () => void;
  onClear: () => void;
}) {
  const { t, i18n } = useLingui();
  const words: Record<QueueFilter, string> = {
    all: t({ message: 'All', comment: 'Filter: all requests' }),
    waiting: t({ message: 'Waiting', comment: 'Filter: requests that have not begun' }),
    running: t({ message: 'In the making', comment: 'Filter: requests being made' }),
    trouble: t({ message: 'Needs you', comment: 'Filter: requests in trouble' }),
    done: t({ message: 'Done', comment: 'Filter: finished requests' }),
  };
  const menu: MenuAction[] = [
    {
      key: 'retry',
      icon: <IconRefresh stroke={1.75} aria-hidden />,
      label: t({ message: 'Try all failed again', comment: 'Menu entry' }),
      disabled: !canRetry,
      onSelect: onRetryAll,
    },
    {
      key: 'clear',
      icon: <IconEraser stroke={1.75} aria-hidden />,
      label: t({
        message: 'Clear finished',
        comment: 'Menu entry: removes finished requests from the list',
      }),
      disabled: counts.done === 0,
      onSelect: onClear,
    },
  ];
  return (
    <div className={classes.toolbar}>
      <div className={classes.filters}>
        <Segmented
          label={t({ message: 'Show', comment: 'Label of a filter' })}
          hideLabel
          value={filter}
          onChange={onFilter}
          options={(Object.keys(words) as QueueFilter[]).map((value) => ({
            value,
            label: <Counted word={words[value]} count={value === 'all' ? 0 : counts[value]} />,
          }))}
        />
      </div>
      <div className={classes.whole}>
        {(tools.length > 1 || tool !== null) && (
          <NativeSelect
            className={classes.tool}
            aria-label={t({ message: 'Tool', comment: 'Label of a filter' })}
            value={tool ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onTool(isGeneratorType(value) ? value : null)
            }
            data={[
              {
                value: '',
                label: t({ message: 'All tools', comment: 'Filter: nothing left out' }),
              },
              ...[...new Set([...tools, ...(tool ? [tool] : [])])].map((type) => ({
                value: type,
                label: i18n._(toolWords[type].label),
              })),
            ]}
          />
        )}
        <Button
          variant={paused ? 'light' : 'default'}
          leftSection={
            paused ? (
              <IconPlayerPlay size={20} stroke={1.75} aria-hidden />
            ) : (
              <IconPlayerPause size={20} stroke={1.75} aria-hidden />
            )
          }
          onClick={onPause}
        >
          {paused ? (
            <Trans comment="Button: lets the queue go on">Resume</Trans>
          ) : (
            <Trans comment="Button: nothing new leaves the device until it is resumed">Pause</Trans>
          )}
        </Button>
        <IconButton
          label={t({ message: 'Select several requests', comment: 'Button' })}
          icon={<IconCheckbox size={20} stroke={1.75} aria-hidden />}
          onClick={onSelect}
        />
        <ActionMenu label={t`The whole queue`} actions={menu}>
          {(trigger) => (
            <IconButton
              {...trigger}
              label={t({
                message: 'Actions for the whole queue',
                comment: 'Button that opens a menu',
              })}
              icon={<IconDots size={20} stroke={1.75} aria-hidden />}
            />
          )}
        </ActionMenu>
      </div>
    </div>
  );
}

function Counted({ word, count }: { word: string; count: number }) {
  return (
    <>
      {word}
      {count > 0 && <span className={classes.count}> {count}</span>}
    </>
  );
}
