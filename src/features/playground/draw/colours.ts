import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Colour } from '../../../domain/drawing.ts';

export const ink: Colour = '#1b1712';

/** Colours that most drawings get along with. */
export const commonColours: readonly { colour: Colour; name: MessageDescriptor }[] = [
  { colour: ink, name: msg({ message: 'Black', comment: 'Name of a colour' }) },
  { colour: '#ffffff', name: msg({ message: 'White', comment: 'Name of a colour' }) },
  { colour: '#8a8480', name: msg({ message: 'Grey', comment: 'Name of a colour' }) },
  { colour: '#d92d20', name: msg({ message: 'Red', comment: 'Name of a colour' }) },
  { colour: '#f2760c', name: msg({ message: 'Orange', comment: 'Name of a colour' }) },
  { colour: '#f5c518', name: msg({ message: 'Yellow', comment: 'Name of a colour' }) },
  { colour: '#3a9d3f', name: msg({ message: 'Green', comment: 'Name of a colour' }) },
  { colour: '#17a2a2', name: msg({ message: 'Teal', comment: 'Name of a colour' }) },
  { colour: '#2b6cf0', name: msg({ message: 'Blue', comment: 'Name of a colour' }) },
  { colour: '#7a4ae0', name: msg({ message: 'Purple', comment: 'Name of a colour' }) },
  { colour: '#e05a9c', name: msg({ message: 'Pink', comment: 'Name of a colour' }) },
  { colour: '#8a5a2c', name: msg({ message: 'Brown', comment: 'Name of a colour' }) },
];
