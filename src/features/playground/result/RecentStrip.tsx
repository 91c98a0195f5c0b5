import { useNamedModels } from '../../../live/useModels.ts';
import { modelName } from '../../../words/model-names.ts';
import { useLingui } from '@lingui/react/macro';
import type { IntentId } from '../../../domain/ids.ts';
import type { GenerateIntent } from '../../../domain/intent.ts';
import { ProgressGlow } from '../../../ui/ProgressGlow.tsx';
import { Shelf, ShelfItem } from '../../../ui/Shelf.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { glowLevel, requestState, type Surroundings } from '../../../requests/request-state.ts';
import { stateIcons } from '../../../requests/state-signs.ts';
import { useStateWords } from '../../../requests/useStateWords.ts';
import classes from './RecentStrip.module.css';
import { useThumbnail } from '../../../live/useMedia.ts';

/** The last requests of this tool; choosing one shows its result. */
export function RecentStrip({
  requests,
  shown,
  surroundings,
  onShow,
}: {
  requests: readonly GenerateIntent[];
  shown: IntentId;
  surroundings: Surroundings;
  onShow: (id: IntentId) => void;
}) {
  const { t } = useLingui();
  return (
    <Shelf label={t`Latest requests with this tool`} itemWidth="4.5rem">
      {requests.map((request) => (
        <ShelfItem key={request.id}>
          <Tile
            request={request}
            surroundings={surroundings}
            pressed={request.id === shown}
            onShow={() => onShow(request.id)}
          />
        </ShelfItem>
      ))}
    </Shelf>
  );
}

function Tile({
  request,
  surroundings,
  pressed,
  onShow,
}: {
  request: GenerateIntent;
  surroundings: Surroundings;
  pressed: boolean;
  onShow: () => void;
}) {
  const { i18n, t } = useLingui();
  const models = useNamedModels();
  const thumbnail = useThumbnail(request.stage === 'done' ? (request.workIds[0] ?? null) : null);
  const url = useObjectUrl(thumbnail?.blob);
  const state = requestState(request, surroundings);
  const Icon = stateIcons[state.kind];
  const words = useStateWords()(state, surroundings.nowMs).name;
  const level = glowLevel(state);
  const prompt = request.payload.input['prompt'];
  const subject =
    typeof prompt === 'string' && prompt ? prompt : modelName(request.payload, models, i18n.locale);
  const name = t({
    message: `${words}: ${subject}`,
    comment: 'How far a request is, and what it is: a prompt or the name of a model',
  });
  return (
    <button
      type="button"
      className={classes.tile}
      aria-pressed={pressed}
      aria-label={name}
      title={name}
      onClick={onShow}
    >
      {url ? (
        <img className={classes.picture} src={url} alt="" />
      ) : (
        <Icon
          size={22}
          stroke={1.5}
          aria-hidden
          className={classes.icon}
          data-stage={request.stage}
        />
      )}
      {typeof level === 'number' && <ProgressGlow shape="fill" label={words} value={level} />}
    </button>
  );
}
