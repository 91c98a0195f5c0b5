import { isUuid, type WorkId } from '../../domain/ids.ts';

/** What dragged works are known by; what other apps drag is none of ours. */
export const workDragType = 'application/x-kiln-works';

/** Says which works are being dragged. */
export function dragWorks(transfer: DataTransfer, ids: readonly WorkId[]): void {
  transfer.setData(workDragType, ids.join(' '));
  transfer.effectAllowed = 'copy';
}

/** The works that were let go of; none where something else was dragged. */
export const draggedWorks = (transfer: DataTransfer): WorkId[] =>
  transfer
    .getData(workDragType)
    .split(' ')
    .filter((id) => isUuid(id)) as WorkId[];
