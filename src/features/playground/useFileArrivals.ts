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

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
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
    if (!wanted) return;
    // Entering a child leaves its parent: only the balance tells whether the drag is still over the page.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const hover = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const [first, ...others] = filesOf(event.dataTransfer);
      if (first) onFiles([first, ...others]);
    };
    const paste = (event: ClipboardEvent) => {
      const [first, ...others] = filesOf(event.clipboardData);
      if (!first) return;
      event.preventDefault();
      onFiles([first, ...others]);
    };
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragleave', leave);
    document.addEventListener('dragover', hover);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('dragover', hover);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [wanted, onFiles]);

  return over;
}
