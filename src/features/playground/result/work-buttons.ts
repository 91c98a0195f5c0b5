import { createContext, type ReactNode } from 'react';
import type { WorkRow } from '../../../db/schema.ts';

/** What can be done with a finished work besides looking at it. The route provides it, the same as elsewhere. */
export const WorkButtonsContext = createContext<(work: WorkRow) => ReactNode>(() => null);
