import type { ToolTask } from './tool.ts';
import type { FilmProgram } from './video/program.ts';

/** What goes to a process. */
export interface ProcessTask extends ToolTask {
  model: string;
  ffmpeg: FilmProgram | null;
}
