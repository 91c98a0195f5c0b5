export interface StreamEvent {
  /** `message` where the stream names none. */
  event: string;
  data: string;
}

const lineMaxCharacters = 96 * 1024 * 1024;

/**
 * Reads server-sent events from an answer's body. Comments and `id`, `retry` pass unread; an event without
 * data is none. Sizes and times are bounded by whoever asked.
 */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  const body: AsyncIterable<Uint8Array> | null = response.body;
  let rest = '';
  let event = 'message';
  let data: string[] = [];

  function* take(line: string): Generator<StreamEvent> {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') };
      event = 'message';
      data = [];
      return;
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }

  for await (const part of body ?? []) {
    rest += decoder.decode(part, { stream: true });
    if (rest.length > lineMaxCharacters) throw new Error('an event is too long');
    // A carriage return at the end may be half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) yield* take(line);
  }
  for (const line of [...(rest + decoder.decode()).split(/\r\n|\n|\r/), '']) yield* take(line);
}
