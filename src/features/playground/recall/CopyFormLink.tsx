import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { memo } from 'react';
import { formLinkMaxCharacters } from '../../../domain/limits.ts';
import type { InputValues } from '../../../domain/model.ts';
import { showToast } from '../../../ui/toast.ts';
import { useLatestCallback } from '../../../ui/useLatestCallback.ts';
import { usePromptText } from '../usePromptText.ts';
import type { Workbench } from '../useWorkbench.ts';
import { shareableSettings } from './wanted-settings.ts';

/** A link that fills this form for whoever opens it. */
export function CopyFormLink({ bench }: { bench: Workbench }) {
  const { t } = useLingui();
  const router = useRouter();
  // It is heard with every key; the button is not drawn anew for that.
  const promptText = usePromptText();

  /** The settings around it are not drawn anew with each key of the prompt. */
  function promptNow(): InputValues {
    const field = bench.plan?.prompt;
    return field ? { [field.name]: promptText } : {};
  }

  async function copy() {
    const { href } = router.buildLocation({
      to: '/generate/{-$type}/{-$model}',
      params: { type: bench.type, model: bench.model.model },
      search: { settings: { ...shareableSettings(bench), ...promptNow() } },
    });
    const link = new URL(href, location.origin).href;
    if (link.length > formLinkMaxCharacters) {
      showToast({
        tone: 'warn',
        message: t`That is too much for a link. Shorten the prompt first.`,
      });
      return;
    }
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      showToast({ message: t`This browser did not let us copy.`, tone: 'warn' });
      return;
    }
    showToast({
      tone: 'success',
      message:
        bench.draft.sources.length > 0
          ? t`Link copied. It carries your words and settings, but no pictures.`
          : t`Link copied. It carries your words and settings.`,
    });
  }

  return <CopyButton onCopy={useLatestCallback(() => void copy())} />;
}

const CopyButton = memo(function CopyButton({ onCopy }: { onCopy: () => void }) {
  return (
    <Button
      variant="subtle"
      size="sm"
      leftSection={<IconLink size={18} stroke={1.75} aria-hidden />}
      onClick={onCopy}
    >
      <Trans comment="Button: a link that fills the same form for whoever opens it">
        Copy a link to these settings
      </Trans>
    </Button>
  );
});
