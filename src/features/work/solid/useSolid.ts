import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { getThumbnail } from '../../../db/media/thumbnails.ts';
import { inPassing } from '../../../db/in-passing.ts';
import type { WorkRow } from '../../../db/schema.ts';
import { saveThumbnails } from '../../../db/works/sync.ts';
import { startView } from '../../../domain/solids/orbit.ts';
import { SolidError, type SolidProblem } from '../../../domain/solids/problems.ts';
import { openSolid, type SolidSession } from '../../../../workers/solid/client.ts';
import type { SolidFacts, SolidLook, SolidProgress } from '../../../../workers/solid/contract.ts';

export type SolidState =
  | { kind: 'opening'; progress: SolidProgress | null }
  | { kind: 'open'; facts: SolidFacts }
  | { kind: 'failed'; problem: SolidProblem; detail: string };

/** What a person has chosen of it, and time. */
type Shown = Omit<SolidLook, 'width' | 'height'>;

/** Finer than this nobody sees it move. */
const sharpnessMax = 2;

/** A work that came without a small picture gets the one that is drawn now. */
async function keepPicture(id: WorkRow['id'], session: SolidSession): Promise<void> {
  if (await getThumbnail(id)) return;
  await saveThumbnails([{ id, picture: await session.picture() }]);
}

/**
 * Opens a 3D object within a box of the page, as long as its file is here.
 * @param file null until it is here
 */
export function useSolid(
  box: RefObject<HTMLElement | null>,
  { id, mediaType }: Pick<WorkRow, 'id' | 'mediaType'>,
  file: Blob | null,
) {
  const [state, setState] = useState<SolidState>({ kind: 'opening', progress: null });
  const [attempt, setAttempt] = useState(0);
  const session = useRef<SolidSession | null>(null);
  const look = useRef<Shown>({ view: startView, wireframe: false, motion: 0, motionSeconds: 0 });
  // The same bytes come as another Blob whenever their row is read anew.
  const latestFile = useRef(file);
  useEffect(() => {
    latestFile.current = file;
  });
  const isHere = file !== null;

  function sized(): SolidLook {
    const { clientWidth = 1, clientHeight = 1 } = box.current ?? {};
    const sharpness = Math.min(sharpnessMax, devicePixelRatio);
    return {
      ...look.current,
      width: Math.max(1, Math.round(clientWidth * sharpness)),
      height: Math.max(1, Math.round(clientHeight * sharpness)),
    };
  }

  function show(change: Partial<Shown>) {
    look.current = { ...look.current, ...change };
    session.current?.draw(sized());
  }

  const lookNow = useEffectEvent(sized);

  useEffect(() => {
    const parent = box.current;
    const original = latestFile.current;
    if (!parent || !isHere || !original) return;
    const closing = new AbortController();
    const { signal } = closing;
    // A canvas is handed over once: every attempt has one of its own.
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    parent.append(canvas);
    const fail = (problem: SolidProblem, detail = '') => {
      if (!signal.aborted) setState({ kind: 'failed', problem, detail });
    };
    setState({ kind: 'opening', progress: null });
    openSolid(original, mediaType, canvas, lookNow(), {
      signal,
      onProgress: (progress) => {
        if (!signal.aborted) setState({ kind: 'opening', progress });
      },
      onLost: () => fail('graphics-lost'),
    })
      .then((opened) => {
        signal.throwIfAborted();
        session.current = opened;
        setState({
          kind: 'open',
          facts: {
            triangles: opened.triangles,
            points: opened.points,
            motions: opened.motions,
          },
        });
        opened.draw(lookNow());
        inPassing(keepPicture(id, opened));
      })
      .catch((error: unknown) => {
        if (error instanceof SolidError) fail(error.problem, error.message);
        else fail('broken');
      });
    const sizes = new ResizeObserver(() => session.current?.draw(lookNow()));
    sizes.observe(parent);
    return () => {
      closing.abort();
      sizes.disconnect();
      session.current = null;
      canvas.remove();
    };
  }, [box, id, mediaType, isHere, attempt]);

  return { state, look, show, retry: () => setAttempt((before) => before + 1) };
}
