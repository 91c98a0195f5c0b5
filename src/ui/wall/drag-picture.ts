import type { PointerEvent } from 'react';
import { keepsDecodedPictures } from './decoded-ahead.ts';

/** What a drag begins with. */
interface Drag {
  dataTransfer: DataTransfer;
  currentTarget: HTMLElement;
  clientX: number;
  clientY: number;
}

/**
 * Where the wall paints the pictures, what is dragged has nothing to show under the mouse: it gets a copy of its picture.
 */
export function showDragged({ dataTransfer, currentTarget, clientX, clientY }: Drag): void {
  const image = currentTarget.querySelector('img');
  if (!keepsDecodedPictures() || !image?.complete || image.naturalWidth === 0) return;
  const { left, top, width, height } = image.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight);
  const wide = image.naturalWidth * scale;
  const high = image.naturalHeight * scale;
  canvas.getContext('2d')?.drawImage(image, (width - wide) / 2, (height - high) / 2, wide, high);
  // A browser takes a picture only of what lies in the page.
  Object.assign(canvas.style, { position: 'fixed', top: '0', left: '-200vw' });
  document.body.append(canvas);
  dataTransfer.setDragImage(canvas, clientX - left, clientY - top);
  setTimeout(() => canvas.remove());
}

/**
 * For what a mouse can drag and a held finger scrolls or selects. Decided when it is pressed, and written to the element
 * itself: a wall whose tiles learned from the page which of both it is would be drawn anew at the first move of a mouse.
 */
export const draggedByMouse = {
  draggable: false,
  onPointerDown: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    currentTarget.draggable = pointerType === 'mouse';
  },
};
