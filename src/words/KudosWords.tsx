import { Trans } from '@lingui/react/macro';

/** What helps where the AI Horde wants kudos in advance. `kudos`: how many, where it said so. */
export function KudosInAdvance({ kudos }: { kudos: number | string | null }) {
  return kudos === null ? (
    <Trans>
      The AI Horde wants kudos in advance for this. Choose a smaller size or fewer steps, allow it
      to be made smaller, or use a key with more kudos.
    </Trans>
  ) : (
    <Trans>
      The AI Horde wants {kudos} kudos in advance for this. Choose a smaller size or fewer steps,
      allow it to be made smaller, or use a key with more kudos.
    </Trans>
  );
}

/** A person's own key that the AI Horde does not know. */
export function OwnKeyRefused() {
  return <Trans>The AI Horde does not accept your key. Replace or remove it under “Me”.</Trans>;
}
