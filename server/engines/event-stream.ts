import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface StreamEvent {
  /** `message` where the stream names none. */
  event: string;
  data: string;
}

/** A picture in base64 may travel in one event. */
const eventMaxCharacters = 96 * 1024 * 1024;

/**
 * Reads server-sent events from an answer's body. Comments and `id`, `retry` pass unread; an event without
 * data is none. Times are bounded by whoever asked.
 * @throws when an event is longer than anything that an engine sends
 */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  const events = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: eventMaxCharacters }));
  for await (const { event = 'message', data } of events ?? []) yield { event, data };
}
