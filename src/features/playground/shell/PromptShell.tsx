import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Skeleton } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usualShortcuts } from '../../../domain/shortcuts.ts';
import composer from '../Composer.module.css';
import { Invitation } from '../FirstUse.tsx';
import { GenerateBar } from '../GenerateBar.tsx';
import page from '../PlaygroundPage.module.css';
import { PromptField } from '../PromptField.tsx';
import workbench from '../Workbench.module.css';
import './prompt-shell.css';

const nothing = () => {};

/**
 * The playground as index.html has it before any code of the app is there: rendered at build time, once per
 * language, never in a browser. shell-state.ts says how the app takes it over.
 */
export function PromptShell() {
  const { t } = useLingui();
  return (
    <div className={page.page}>
      <div className="kiln-shell-rail" aria-hidden>
        <Skeleton height="2.75rem" radius="xl" />
      </div>
      <div className={workbench.middle}>
        <section className={composer.card}>
          <div className={composer.words}>
            <PromptField
              id="shell-prompt"
              label={t({
                message: 'Prompt',
                comment: 'Name of the text field that says what to make',
              })}
              placeholder={t`What would you like to see?`}
              value=""
              required
              onChange={nothing}
            />
            <div className={composer.foot}>
              <div className={composer.helpers}>
                <Button
                  variant="subtle"
                  size="sm"
                  className={composer.helper}
                  leftSection={<IconDice5 size={18} stroke={1.75} aria-hidden />}
                >
                  <Trans comment="Button: put a random idea into the prompt">Surprise me</Trans>
                </Button>
              </div>
              <GenerateBar
                bench={{ problems: [], cost: null }}
                blocked={null}
                pressed={false}
                saving={false}
                failed={false}
                ready
                keys={usualShortcuts.generate}
                note={
                  <div role="status">
                    <Note name="kept">
                      <Trans>Kept. It goes into the kiln as soon as Kiln is open.</Trans>
                    </Note>
                    <Note name="saved">
                      <Trans>Saved on this device. It goes into the kiln now.</Trans>
                    </Note>
                  </div>
                }
                onProblem={nothing}
                onGenerate={nothing}
                onSettings={nothing}
              />
            </div>
          </div>
        </section>
        <div>
          <ShellTrouble />
          <div className="kiln-shell-newcomer kiln-shell-invitation" data-invitation="true" />
          <Skeleton height="min(46dvh, 24rem)" radius="lg" aria-hidden />
        </div>
      </div>
      <div className={page.loadingPanel} aria-hidden>
        <Skeleton height="24rem" radius="lg" />
      </div>
    </div>
  );
}

/** What a newcomer is told below the prompt; the platform puts it there, with the words of the model that it has. */
export function ShellInvitation({ title, description }: { title: string; description: string }) {
  return (
    <Invitation
      title={title}
      description={description}
      words={
        <Trans>Put your words in, close the door, walk away. It's here when you come back.</Trans>
      }
    />
  );
}

/** Every other page's place: its frame is there, and it says so when nothing follows. */
export function PageShell() {
  return (
    <div className="kiln-shell-bare">
      <div className="kiln-shell-bones" aria-hidden>
        <Skeleton height="2rem" width="40%" radius="md" />
        <Skeleton height="18rem" radius="lg" />
      </div>
      <ShellTrouble />
    </div>
  );
}

/** What to do when the app does not come, or the device's store does not answer. */
export function ShellTrouble() {
  const reload = (
    <a className="kiln-shell-reload" href="?">
      <Trans comment="Link: load the page again">Reload</Trans>
    </a>
  );
  return (
    <div role="alert" className="kiln-shell-trouble">
      <Note name="late">
        <Trans>Kiln is not open yet. What you typed is kept.</Trans> {reload}
      </Note>
      <Note name="silent">
        <Trans>
          The store on this device doesn't answer. What you typed is kept. Close Kiln's other tabs
          or restart the browser, then reload.
        </Trans>{' '}
        {reload}
      </Note>
      <Note name="anew">
        <Trans>
          Kiln did not start and is being fetched anew. Your works, your requests and what you typed
          stay as they are.
        </Trans>
      </Note>
      <Note name="absent">
        <Trans>
          Kiln did not start, and it can be fetched anew only when the studio can be reached. Your
          works and requests are safe on this device.
        </Trans>
      </Note>
      <Note name="broken">
        <Trans>
          Kiln does not start. Your works and requests are safe on this device. Reload later, or
          from another network.
        </Trans>{' '}
        {reload}
      </Note>
    </div>
  );
}

/** Hidden until `showInShell` or src/start-watch.ts shows it; the late one comes by itself, because nobody may be there to show it. */
function Note({
  name,
  children,
}: {
  name: 'kept' | 'saved' | 'late' | 'silent' | 'anew' | 'absent' | 'broken';
  children: ReactNode;
}) {
  return (
    <p className="kiln-shell-note" data-note={name} hidden={name !== 'late'}>
      {children}
    </p>
  );
}
