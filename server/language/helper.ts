import type { PromptLanguage } from '../../src/domain/languages.ts';
import type { InputValues, InputValue, ModelSchema } from '../../src/domain/model.ts';

export interface Translation {
  text: string;
  /** Words that were kept, by their place in the text. */
  unknown: { text: string; start: number; end: number }[];
}

export interface OptimizeRequest {
  schema: ModelSchema;
  /** Field that carries the prompt. */
  promptField: string | null;
  negativeField: string | null;
  /** Sizes as `WxH`; empty: any in range. */
  sizes: readonly string[];
  params: InputValues;
  language: PromptLanguage;
}

export interface ParameterChange {
  field: string;
  from: InputValue;
  to: InputValue;
  reason: string;
}

export interface Optimized {
  params: InputValues;
  changes: ParameterChange[];
}

export interface PictureToDescribe {
  path: string;
  mediaType: string;
}

export interface Description {
  text: string;
  basis: 'seen' | 'measured' | 'metadata';
}

/**
 * One who can help with words: a model of language, an engine that looks at pictures, or our own rules. Each
 * does what it can; texts are checked by the platform before they come here. All of them throw `EngineError`,
 * and reject with the signal's reason when aborted.
 */
export interface LanguageHelper {
  readonly name: string;
  /** True for rules and lists that stand in for a model. */
  readonly isFallback: boolean;
  /** Strangers look at what it is given: asked only for those who agreed to that. */
  readonly isPublic?: boolean;
  /** False while it is away; a helper without it is always there. */
  isReady?(): boolean;
  /** The prompt as it is, and more. The same seed brings the same words where the helper can do that. */
  expand?(
    request: { prompt: string; language: PromptLanguage; seed: string },
    signal: AbortSignal,
  ): Promise<string>;
  translate?(
    request: { text: string; from: PromptLanguage; to: PromptLanguage },
    signal: AbortSignal,
  ): Promise<Translation>;
  optimize?(request: OptimizeRequest, signal: AbortSignal): Promise<Optimized>;
  describe?(
    request: {
      picture: PictureToDescribe;
      prompt: string;
      language: PromptLanguage;
      /** Whether strangers may look at it. */
      mayBePublic: boolean;
    },
    signal: AbortSignal,
  ): Promise<Description>;
}
