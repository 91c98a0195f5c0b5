import type { ShareTrouble } from '../../../domain/shares.ts';

/** Of the Launch Handler API, which only some browsers have. */
interface LaunchQueue {
  setConsumer: (consumer: (launch: { files?: readonly FileHandle[] }) => void) => void;
}
interface FileHandle {
  getFile: () => Promise<File>;
}

/** Pictures that the system opens with Kiln wait for the person like those that another app shared. */
export function takeOpenedFiles(onTrouble: (trouble: ShareTrouble) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return;
    const keep = async () => {
      const { keepShare } = await import('../../../db/keep-share.ts');
      const opened = await Promise.all(files.map((handle) => handle.getFile()));
      if (!(await keepShare({ files: opened }))) onTrouble('no-room');
    };
    keep().catch(() => onTrouble('failed'));
  });
}
