import type { MessageDescriptor } from '@lingui/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType, RefObject } from 'react';
import type { LanguageAbilities } from '../../../domain/language-abilities.ts';
import type { InputValue } from '../../../domain/model.ts';
import type { FormField } from '../form-plan.ts';
import type { Workbench } from '../useWorkbench.ts';
import type { Describer } from './useDescriber.ts';

/** What decides which tools a prompt has, and which of them can act now. */
export interface PromptSurroundings {
  bench: Workbench;
  isOnline: boolean;
  /** False where no platform is configured: nobody is there who could help with words. */
  hasPlatform: boolean;
  /** Who helps with words on the platform; null until the device has learnt it. */
  abilities: LanguageAbilities | null;
  /** Who puts a picture into words; null where nobody does. */
  describer: Describer | null;
}

/** What a tool gets when it is opened. */
export interface PromptToolProps {
  bench: Workbench;
  /** The form's prompt. */
  field: FormField;
  promptRef: RefObject<HTMLTextAreaElement | null>;
  /**
   * Puts words in the prompt's place, and settings with them, and closes the tool. What was there can be brought back.
   * @param told what is said beside that offer
   * @returns closes the offer early
   */
  onUse: (
    text: string,
    told: string,
    settings?: readonly { field: FormField; value: InputValue }[],
  ) => () => void;
  onClose: () => void;
}

/** One button of the row at the prompt, and what it opens: something beneath the row, or a dialog. */
export interface PromptTool {
  key: string;
  label: (around: PromptSurroundings) => MessageDescriptor;
  icon: Icon;
  /** Whether this form has a use for it. Left out: every form with a prompt has. */
  fits?: (around: PromptSurroundings) => boolean;
  /** True: offline its button stays and says what it waits for. */
  needsNetwork?: boolean;
  /** What is large comes by `lazyWithWords()`. */
  Part: ComponentType<PromptToolProps>;
}
