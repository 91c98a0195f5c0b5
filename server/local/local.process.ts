import { serveTasks } from '../processes/serve.ts';
import { runLocalTask } from './run-task.ts';

/** What a process of the models on this machine runs. */
serveTasks(runLocalTask);
