import { useLayoutEffect, useState } from 'react';

/** Whether a file may be a picture: not every system knows the types of all of them. */
export function mayBePicture({ type }: File): boolean {
  return type.startsWith('image/') || type === '';
}

/** The pictures of what arrives; where none is among it all of it, about which the field then has words. */
function filesOf(transfer: DataTransfer | null): File[] {
  const files = Array.from(transfer?.files ?? []);
  const pictures = files.filter(mayBePicture);
  return pictures.length > 0 ? pictures : files;
}

/** Where the pointer is with files, and how many; null where it is not over the page any more. */
export type OnHover = (at: { target: EventTarget | null; count: number } | null) => void;

/**
 * Hears of files that are dropped anywhere on the page or pasted.
 * @param onFiles with what they were dropped on, or what had the focus
 * @returns stops
 */
export function listenForFiles(
  onHover: OnHover,
  onFiles: (files: [File, ...File[]], target: EventTarget | null) => void,
): () => void {
  // Entering a child leaves its parent: only the balance tells whether the drag is still over the page.
  let depth = 0;
  const stop = new AbortController();
  const on = (
    type: 'dragenter' | 'dragleave' | 'dragover' | 'drop',
    act: (event: DragEvent, transfer: DataTransfer) => void,
  ) =>
    document.addEventListener(
      type,
      (event) => {
        if (event.dataTransfer?.types.includes('Files')) act(event, event.dataTransfer);
      },
      stop,
    );
  const hover = ({ target }: DragEvent, { items }: DataTransfer) =>
    onHover({ target, count: Math.max(1, items.length) });
  on('dragenter', (event, transfer) => {
    depth += 1;
    hover(event, transfer);
  });
  on('dragleave', () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) onHover(null);
  });
  on('dragover', (event, transfer) => {
    event.preventDefault();
    hover(event, transfer);
  });
  on('drop', (event, transfer) => {
    event.preventDefault();
    depth = 0;
    onHover(null);
    const [first, ...others] = filesOf(transfer);
    if (first) onFiles([first, ...others], event.target);
  });
  document.addEventListener(
    'paste',
    (event) => {
      const [first, ...others] = filesOf(event.clipboardData);
      if (!first) return;
      event.preventDefault();
      onFiles([first, ...others], event.target);
    },
    stop,
  );
  return () => stop.abort();
}

/**
 * Takes files that are dropped anywhere on the page or pasted, so that nobody has to aim.
 * @returns whether a file is being dragged over the page
 */
export function useFileArrivals(
  wanted: boolean,
  onFiles: (files: [File, ...File[]]) => void,
): boolean {
  const [over, setOver] = useState(false);
  // Not a moment after it is on the screen: what is dropped on nobody, the browser opens in place of Kiln.
  useLayoutEffect(() => {
    if (wanted) return listenForFiles((at) => setOver(at !== null), onFiles);
    return undefined;
  }, [wanted, onFiles]);
  return over;
}
