import { Trans } from '@lingui/react/macro';
import { Kbd } from '../../ui/Kbd.tsx';
import classes from './ShortcutList.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** What the keyboard can do here. */
export function ShortcutList() {
  const alt = isApple ? '⌥' : 'Alt';
  return (
    <dl className={classes.list}>
      <div>
        <dt>
          <Kbd>{isApple ? '⌘' : 'Ctrl'}</Kbd> <Kbd>↵</Kbd>
        </dt>
        <dd>
          <Trans comment="What a keyboard shortcut does">Generate</Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Kbd>{isApple ? '⌘' : 'Ctrl'}</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd>
        </dt>
        <dd>
          <Trans comment="What a keyboard shortcut does">Weigh the word at the caret</Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Kbd>{alt}</Kbd> <Kbd>P</Kbd>
        </dt>
        <dd>
          <Trans comment="What a keyboard shortcut does">Go to the prompt</Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Kbd>{alt}</Kbd> <Kbd>O</Kbd>
        </dt>
        <dd>
          <Trans comment="What a keyboard shortcut does">Go to the settings</Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Kbd>{alt}</Kbd> <Kbd>Q</Kbd>
        </dt>
        <dd>
          <Trans comment="What a keyboard shortcut does">Open the queue</Trans>
        </dd>
      </div>
    </dl>
  );
}
