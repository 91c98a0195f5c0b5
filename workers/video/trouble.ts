import type { VideoProblem } from './contract.ts';

/** What keeps a film from being made, with the place of the picture it lies in. */
export class FilmTrouble extends Error {
  readonly problem: VideoProblem;
  readonly picture: number | null;

  constructor(problem: VideoProblem, detail: string, picture: number | null = null) {
    super(detail);
    this.problem = problem;
    this.picture = picture;
  }
}
