import { useLingui } from '@lingui/react/macro';
import { MediaPlayer } from '../../../ui/MediaPlayer.tsx';
import { playedKind } from './model-list.ts';
import classes from './ModelDetails.module.css';

/** Sounds and films that a model has made. They are fetched when somebody looks at the model, and kept by nobody. */
export function ModelExamples({
  sources,
  onGone,
}: {
  sources: readonly string[];
  /** One of them could not be fetched, or not be played. */
  onGone: (src: string) => void;
}) {
  const { t } = useLingui();
  return (
    <ul
      className={classes.played}
      aria-label={t({ message: 'Examples', comment: 'What a model has made' })}
      // Two at once are none.
      onPlayCapture={({ currentTarget, target }) => {
        for (const player of currentTarget.querySelectorAll<HTMLMediaElement>('audio, video')) {
          if (player !== target) player.pause();
        }
      }}
    >
      {sources.map((src, at) => (
        <li key={src}>
          <MediaPlayer
            kind={playedKind(src) ?? 'audio'}
            src={src}
            poster={null}
            width={4}
            height={3}
            label={t({
              message: `Example ${at + 1}`,
              comment: 'A picture or a sound that a model has made',
            })}
            onFailure={() => onGone(src)}
          />
        </li>
      ))}
    </ul>
  );
}
