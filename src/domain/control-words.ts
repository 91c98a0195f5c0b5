import type { LocalizedText } from './languages.ts';
import type { AdapterType, ControlType } from './parameters.ts';

/** Control types and adapter types for people; documents of models name them in English only. */
export const controlWords: Readonly<Record<ControlType | AdapterType, LocalizedText>> = {
  none: { cn: '不用', en: 'None' },
  canny: { cn: '边缘', en: 'Edges' },
  hed: { cn: '柔和边缘', en: 'Soft edges' },
  depth: { cn: '深度', en: 'Depth' },
  normal: { cn: '法线', en: 'Surface direction' },
  openpose: { cn: '姿势', en: 'Pose' },
  seg: { cn: '分区', en: 'Segments' },
  scribble: { cn: '涂鸦', en: 'Scribble' },
  fakescribbles: { cn: '自动涂鸦', en: 'Drawn scribble' },
  sketch: { cn: '草图', en: 'Sketch' },
  keypose: { cn: '姿势关键点', en: 'Key points of a pose' },
  hough: { cn: '直线', en: 'Straight lines' },
};

/** Words for a list of such types, in its order; null where something else is in it. */
export function wordsOfControls(values: readonly (string | number)[]): LocalizedText[] | null {
  const known = values.map((value) => {
    const name = String(value).toLowerCase();
    return Object.hasOwn(controlWords, name) ? controlWords[name as ControlType] : null;
  });
  return known.length > 0 && known.every((words) => words !== null) ? known : null;
}
