import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useInTransitCount } from '../../live/useQueueCounts.ts';
import { Banner } from '../../ui/Banner.tsx';
import type { Update } from './useUpdate.ts';

/** Offers a new version between two pieces of work; never forces it. */
export function UpdatePrompt({ update }: { update: Update }) {
  const { state, apply, postpone, reload } = update;
  const inTransit = useInTransitCount();
  const [offered, setOffered] = useState(false);
  const [later, setLater] = useState(false);
  // Offered once, it stays: a question that comes and goes can't be answered.
  if (state === 'ready' && inTransit === 0 && !offered) setOffered(true);

  if (state === 'other') {
    return (
      <Banner
        actions={
          <Button size="sm" onClick={reload}>
            <Trans comment="Button: reload the page">Reload</Trans>
          </Button>
        }
      >
        <Trans>
          This page and the rest of Kiln are of different versions and don't work together. Reload
          it; what you made stays.
        </Trans>
      </Banner>
    );
  }
  if (state === 'applying') {
    return (
      <Banner
        actions={
          <Button size="sm" variant="subtle" onClick={postpone}>
            <Trans comment="Button: not now">Later</Trans>
          </Button>
        }
      >
        <Trans>Kiln updates as soon as nothing is being written or sent, in all its tabs.</Trans>
      </Banner>
    );
  }
  if (!offered || later) return null;
  return (
    <Banner
      actions={
        <>
          <Button size="sm" onClick={apply}>
            <Trans comment="Button: load the new version of the app">Update</Trans>
          </Button>
          <Button size="sm" variant="subtle" onClick={() => setLater(true)}>
            <Trans comment="Button: not now">Later</Trans>
          </Button>
        </>
      }
    >
      <Trans>A new version is ready.</Trans>
    </Banner>
  );
}
