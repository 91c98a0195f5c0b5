import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { IconApps, IconFlame, IconHome, IconPhoto, IconUser, type Icon } from '@tabler/icons-react';

export interface Place {
  to: '/' | '/generate/{-$type}/{-$model}' | '/smart-apps' | '/history' | '/me';
  label: MessageDescriptor;
  icon: Icon;
  /** Paths below these belong to the place, too. */
  owns: readonly string[];
}

/** The five places of the specification's bottom menu. */
export const places: readonly Place[] = [
  { to: '/', label: msg({ message: 'Home', comment: 'Menu entry' }), icon: IconHome, owns: [] },
  {
    to: '/generate/{-$type}/{-$model}',
    label: msg({ message: 'Generate', comment: 'Menu entry: make something new' }),
    icon: IconFlame,
    owns: ['/generate', '/edit'],
  },
  {
    to: '/smart-apps',
    label: msg({ message: 'Apps', comment: 'Menu entry: the tools there are' }),
    icon: IconApps,
    owns: ['/smart-apps', '/app', '/template'],
  },
  {
    to: '/history',
    label: msg({ message: 'Works', comment: 'Menu entry: works already made' }),
    icon: IconPhoto,
    owns: ['/history', '/work', '/albums', '/video', '/archive'],
  },
  {
    to: '/me',
    label: msg({ message: 'Me', comment: 'Menu entry: account and options' }),
    icon: IconUser,
    owns: ['/me', '/options', '/storage', '/about'],
  },
];

export function isCurrentPlace(place: Place, pathname: string): boolean {
  if (place.to === '/') return pathname === '/';
  return place.owns.some((owned) => pathname === owned || pathname.startsWith(`${owned}/`));
}

/** A link keeps the parameters of the page it is on unless told otherwise: Generate means a fresh start. */
export const bare = { type: undefined, model: undefined };
