import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { countCriteria, type HistoryFilter } from '../../domain/history-filter.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toolWords } from '../../words/tools.ts';
import { useOnline } from '../../ui/useOnline.ts';

/** A history with nothing to show, and why. */
export function EmptyHistory({
  failed,
  filter,
  words,
  onShowAll,
}: {
  failed: boolean;
  filter: HistoryFilter;
  /** What was searched for; empty where nothing was. */
  words: string;
  onShowAll: () => void;
}) {
  const { i18n } = useLingui();
  const online = useOnline();
  const { tool, marked } = filter;
  if (failed) {
    return (
      <EmptyState
        kind="failed"
        title={<Trans>Your works can't be read right now</Trans>}
        actions={
          <Button onClick={() => location.reload()}>
            <Trans comment="Button: reload the page">Reload</Trans>
          </Button>
        }
      >
        <p>
          <Trans>
            They are still on this device. Reloading usually helps; so does closing other tabs of
            Kiln.
          </Trans>
        </p>
      </EmptyState>
    );
  }
  const criteria = countCriteria(filter);
  if (words !== '' || criteria > 1 || (criteria === 1 && tool === null && marked === 'all')) {
    return (
      <EmptyState
        kind="filtered"
        title={
          words === '' ? (
            <Trans>No works fit these filters</Trans>
          ) : (
            <Trans>No prompt has “{words}”</Trans>
          )
        }
        actions={
          <Button variant="default" onClick={onShowAll}>
            <Trans comment="Button: takes the filter away">Show all</Trans>
          </Button>
        }
      >
        <p>
          {words === '' ? (
            <Trans>Take one of them away, and more of your works fit.</Trans>
          ) : criteria > 0 ? (
            <Trans>Only works that fit the filters were looked through.</Trans>
          ) : (
            <Trans>Try fewer words, or a part of one.</Trans>
          )}
        </p>
      </EmptyState>
    );
  }
  if (marked !== 'all') {
    return (
      <EmptyState
        kind="filtered"
        title={
          marked === 'favourites' ? (
            <Trans>No favourites here yet</Trans>
          ) : (
            <Trans>Nothing left to show here</Trans>
          )
        }
        actions={
          <Button variant="default" onClick={onShowAll}>
            <Trans comment="Button: takes the filter away">Show all</Trans>
          </Button>
        }
      >
        <p>
          {marked === 'favourites' ? (
            <Trans>Give the ones you love a heart, and you find them here.</Trans>
          ) : marked === 'others' ? (
            <Trans>Every work here has a heart.</Trans>
          ) : (
            <Trans>Every work here has its stars.</Trans>
          )}
        </p>
      </EmptyState>
    );
  }
  if (tool !== null) {
    return (
      <EmptyState
        kind="filtered"
        title={<Trans>Nothing made with “{i18n._(toolWords[tool].label)}” yet</Trans>}
        actions={
          <>
            <Button variant="default" onClick={onShowAll}>
              <Trans comment="Button: takes the filter away">Show all</Trans>
            </Button>
            <ButtonLink to="/generate/{-$type}/{-$model}" params={{ type: tool, model: undefined }}>
              <Trans comment="Button: opens a tool">Try it</Trans>
            </ButtonLink>
          </>
        }
      >
        <p>{i18n._(toolWords[tool].blurb)}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind={online ? 'first-use' : 'offline'}
      title={<Trans>No works yet</Trans>}
      actions={
        <>
          <ButtonLink
            to="/generate/{-$type}/{-$model}"
            params={{ type: undefined, model: undefined }}
          >
            <Trans comment="Button: goes to the playground">Make the first one</Trans>
          </ButtonLink>
          <ButtonLink variant="default" to="/archive">
            <Trans comment="Button: goes to the import of works">Bring works in</Trans>
          </ButtonLink>
        </>
      }
    >
      <p>
        {online ? (
          <Trans>
            Describe something, and it appears here when it is done. It stays on this device.
          </Trans>
        ) : (
          <Trans>
            You are offline. Describe something now: it is kept, leaves when you are back, and
            appears here.
          </Trans>
        )}
      </p>
    </EmptyState>
  );
}
