import { createContext } from 'react';
import type { WallPainter } from './wall-painter.ts';

/** What paints the pictures of the wall around; null where there is none. */
export const WallPainting = createContext<WallPainter | null>(null);
