import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithoutRef, Ref } from 'react';

type AnchorElementProps = ComponentPropsWithoutRef<'a'> & { ref?: Ref<HTMLAnchorElement> };

function ButtonAnchor(props: ButtonProps & Omit<AnchorElementProps, keyof ButtonProps>) {
  return <Button component="a" {...props} />;
}

function TextAnchor(props: AnchorProps & Omit<AnchorElementProps, keyof AnchorProps>) {
  return <Anchor {...props} />;
}

/** Goes somewhere and looks like a button. Takes the router's `to`, `params`, `search`. */
export const ButtonLink = createLink(ButtonAnchor);

/** A link in running text within the app. */
export const TextLink = createLink(TextAnchor);
