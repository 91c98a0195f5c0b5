import sharp from 'sharp';

import { serveTasks } from '../processes/serve.ts';
import { runPictureTask } from './picture-task.ts';

// Its neighbours use the cores already.
sharp.concurrency(1);
sharp.cache(false);

/** What a process for uploads and small pictures runs. */
serveTasks(runPictureTask);
