import type { ErrorCode } from '../../../domain/errors.ts';
import type { GenerateIntent } from '../../../domain/intent.ts';

const askedAbout: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['login-required', 'model-error']);

/** What this page has asked about; a page that was loaded anew begins with none. */
const told = new Set<string>();

const nameOf = ({ id, error }: GenerateIntent) => `${id} ${error?.atMs}`;

/** The newest request that stopped since this page was loaded for a reason that has a question of its own. */
export function firstUntold(
  requests: readonly GenerateIntent[],
  loadedAtMs: number = performance.timeOrigin,
): GenerateIntent | null {
  const found = requests.find(
    (request) =>
      (request.stage === 'needs-attention' || request.stage === 'failed') &&
      request.error !== null &&
      askedAbout.has(request.error.code) &&
      request.error.atMs >= loadedAtMs &&
      !told.has(nameOf(request)),
  );
  return found ?? null;
}

/** Never asks about it again. */
export function markTold(request: GenerateIntent): void {
  told.add(nameOf(request));
}
