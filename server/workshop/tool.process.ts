import { serveTasks } from '../processes/serve.ts';
import { runTask } from './run-task.ts';

/** What a process of the workshop runs. */
serveTasks(runTask);
