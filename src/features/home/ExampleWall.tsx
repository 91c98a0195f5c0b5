import { Trans, useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { Section } from '../../ui/Page.tsx';
import classes from './ExampleWall.module.css';
import { examples } from './examples.ts';

/** Before the first picture of one's own: what comes out, and the words that went in. */
export function ExampleWall({
  isShell = false,
  onPick,
}: {
  /** As index.html has it, which stays small, and for those who have been here before hides it. */
  isShell?: boolean;
  onPick: (prompt: string) => void;
}) {
  const { i18n, t } = useLingui();
  return (
    <Section
      title={t({
        message: 'Words in, picture out',
        comment: 'Heading above example pictures on the home page; short and warm',
      })}
    >
      <ul className={classes.wall}>
        {examples.map((example) => {
          const prompt = i18n._(example.prompt);
          return (
            <li
              key={example.src}
              className={classes.item}
              style={{ '--ratio': example.width / example.height }}
            >
              <UnstyledButton className={classes.example} onClick={() => onPick(prompt)}>
                <AspectPicture
                  width={example.width}
                  height={example.height}
                  src={example.src}
                  thumbhash={isShell ? null : example.thumbhash}
                  // Behind the shell they come, too, and are there when that goes.
                  eager={!isShell}
                  alt=""
                >
                  <span className={classes.words}>{prompt}</span>
                </AspectPicture>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <p className={classes.source}>
        <Trans>
          Painted by the built-in demo painter, which needs no AI model. Press one to begin with its
          words.
        </Trans>
      </p>
    </Section>
  );
}
