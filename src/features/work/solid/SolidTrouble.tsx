import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { SolidProblem } from '../../../domain/solids/problems.ts';
import { Notice } from '../../../ui/Notice.tsx';

function Words({ problem, detail }: { problem: SolidProblem; detail: string }) {
  switch (problem) {
    case 'no-graphics':
      return (
        <Trans>
          This browser can't draw in 3D (WebGL is missing or switched off). The file is safe:
          download it, or open it in another browser.
        </Trans>
      );
    case 'graphics-lost':
      return <Trans>This device took its graphics back. The file is safe; open it again.</Trans>;
    case 'not-loaded':
      return (
        <Trans>
          The 3D viewer isn't on this device yet. Connect once and open it again; from then on it
          works offline, too.
        </Trans>
      );
    case 'too-large':
      return <Trans>This file is too large to open here. Download it to open it elsewhere.</Trans>;
    case 'too-detailed':
      return (
        <Trans>
          This object has more detail than a browser can draw. Download it to open it elsewhere.
        </Trans>
      );
    case 'empty':
      return <Trans>There is nothing in this file that can be shown.</Trans>;
    case 'other-files':
      return (
        <Trans>
          Parts of this object lie in other files, which are never fetched. Export it as one GLB
          with everything in it.
        </Trans>
      );
    case 'unsupported':
      return (
        <Trans>
          It needs {detail}, which can't be opened here. Export it again without, or download it to
          open it elsewhere.
        </Trans>
      );
    case 'too-slow':
      return (
        <Trans>
          It took too long to open. The file is safe: try again, or download it to open it
          elsewhere.
        </Trans>
      );
    case 'broken':
      return (
        <Trans>
          This file is damaged and can't be shown. Make it again, or bring it in anew from where it
          came.
        </Trans>
      );
  }
}

const mayHelpAgain: ReadonlySet<SolidProblem> = new Set([
  'graphics-lost',
  'not-loaded',
  'too-slow',
]);

/** Why a 3D object is not shown, what is safe, and what to do. */
export function SolidTrouble({
  problem,
  detail,
  onRetry,
}: {
  problem: SolidProblem;
  detail: string;
  onRetry: () => void;
}) {
  return (
    <Notice
      tone="warn"
      announce
      actions={
        mayHelpAgain.has(problem) && (
          <Button variant="default" onClick={onRetry}>
            <Trans comment="Button: does again what failed">Try again</Trans>
          </Button>
        )
      }
    >
      <Words problem={problem} detail={detail} />
    </Notice>
  );
}
