import type { FieldReason } from '../../../src/domain/field-reasons.ts';
import { OutgoingError } from '../../http/outgoing.ts';
import { EngineError } from '../contract/engine.ts';
import { executionError, refusal, type HistoryEntry, type NodeError } from './answers.ts';
import { ComfyFailure } from './client.ts';

const wordsMaxCharacters = 300;

/** Which of a model's fields goes into an input of a node; null when none does. */
export type FieldOf = (node: string, input: string) => string | null;

/** First line only, without the server's paths. */
function brief(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line
    .replaceAll(/(?:[A-Za-z]:)?(?:[\\/][\w .@+-]+){2,}/g, '…')
    .slice(0, wordsMaxCharacters);
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? ` “${brief(String(value))}”` : '';
}

function bound(config: unknown, name: 'min' | 'max'): number | null {
  const options: unknown = Array.isArray(config) ? config[1] : null;
  const value: unknown =
    typeof options === 'object' && options !== null ? Reflect.get(options, name) : null;
  return typeof value === 'number' ? value : null;
}

function reasonOf(error: NodeError): Omit<FieldReason, 'field'> {
  const { extra_info: info } = error;
  const beyond = (reason: 'too-small' | 'too-large', limit: number | null) =>
    limit === null ? ({ reason: 'not-allowed' } as const) : { reason, values: [limit] };
  switch (error.type) {
    case 'value_not_in_list':
      return { reason: 'not-allowed' };
    case 'value_smaller_than_min':
      return beyond('too-small', bound(info?.input_config, 'min'));
    case 'value_bigger_than_max':
      return beyond('too-large', bound(info?.input_config, 'max'));
    case 'required_input_missing':
      return { reason: 'required' };
    case 'invalid_input_type':
      return { reason: 'wrong-type' };
    default:
      return { reason: 'engine-refused', values: ['ComfyUI'] };
  }
}

function wordsOf(error: NodeError): string {
  const value = shown(error.extra_info?.received_value);
  switch (error.type) {
    case 'value_not_in_list':
      return `this ComfyUI does not offer${value || ' it'}`;
    case 'value_smaller_than_min':
      return `must not be so small as${value}`;
    case 'value_bigger_than_max':
      return `must not be so large as${value}`;
    case 'required_input_missing':
      return 'is missing';
    case 'invalid_input_type':
      return `has the wrong type`;
    default:
      return brief(error.details || error.message || error.type);
  }
}

/** Turns a refused submission into reasons that name the field. */
export function refusalError(failure: ComfyFailure, fieldOf: FieldOf): EngineError {
  const { status } = failure;
  if (status === 413) {
    return new EngineError('too-large', 'ComfyUI does not take so large a picture', {
      retryable: false,
      cause: failure,
    });
  }
  if (status === 401 || status === 403) {
    return new EngineError('engine-unavailable', 'ComfyUI did not let Kiln in', {
      retryable: false,
      cause: failure,
    });
  }
  if (status >= 500 && status !== 500) {
    return new EngineError('engine-unavailable', 'ComfyUI has a problem', {
      retryable: true,
      cause: failure,
    });
  }
  const { error, node_errors: nodes } = refusal.catch({ node_errors: {} }).parse(failure.body);
  const words: string[] = [];
  const reasons: FieldReason[] = [];
  for (const [id, node] of Object.entries(nodes)) {
    for (const problem of node.errors) {
      const input = problem.extra_info?.input_name;
      const field = input === undefined ? null : fieldOf(id, input);
      if (field !== null) reasons.push({ field, ...reasonOf(problem) });
      const name = field ?? [node.class_type, input].filter(Boolean).join(' ');
      words.push(`${name}: ${wordsOf(problem)}`);
    }
  }
  if (words.length > 0) {
    const message = words.slice(0, 5).join('; ');
    const [first, ...others] = reasons.slice(0, 5);
    const options = { retryable: false, cause: failure };
    return first
      ? new EngineError('invalid-input', message, { ...options, reasons: [first, ...others] })
      : new EngineError('engine-failed', message, options);
  }
  const why = brief(error?.message ?? '');
  return new EngineError(
    'engine-failed',
    why ? `ComfyUI refused the workflow: ${why}` : 'ComfyUI could not take the workflow',
    { retryable: false, cause: failure },
  );
}

/** What an `execution_error` means for the person who waits. */
export function executionFailure(data: unknown): EngineError {
  const told = executionError.catch({ exception_message: '', exception_type: '' }).parse(data);
  const { exception_type: type, exception_message: message } = told;
  if (/OutOfMemory|OOM/i.test(type) || /out of memory|allocation on device/i.test(message)) {
    return new EngineError(
      'engine-failed',
      'The graphics card ran out of memory: choose a smaller size or fewer pictures',
      { retryable: false },
    );
  }
  const node = told.node_type ? `${told.node_type}: ` : '';
  const why = brief(message) || brief(type) || 'unknown error';
  return new EngineError('engine-failed', `ComfyUI failed at ${node}${why}`, { retryable: false });
}

/** Why a prompt of the history made nothing; null when its end was good. */
export function failureOf(entry: HistoryEntry): EngineError | null {
  const messages = entry.status?.messages ?? [];
  const failed = messages.find(([event]) => event === 'execution_error');
  if (failed) return executionFailure(failed[1]);
  if (messages.some(([event]) => event === 'execution_interrupted')) {
    return new EngineError('engine-failed', 'Somebody stopped this on the ComfyUI server', {
      retryable: false,
    });
  }
  return entry.status?.status_str === 'error' ? executionFailure({}) : null;
}

/** A call that did not come through. */
export function unreachable(cause: unknown): EngineError {
  return new EngineError('engine-unavailable', 'ComfyUI can’t be reached', {
    retryable: true,
    cause,
  });
}

export const isTransport = (error: unknown): boolean =>
  error instanceof OutgoingError || error instanceof ComfyFailure;
