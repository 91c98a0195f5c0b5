import { Trans } from '@lingui/react/macro';
import { IconLibraryPhoto } from '@tabler/icons-react';
import { ButtonLink } from '../../ui/ButtonLink.tsx';

/** From a page of works to the page of all albums. */
export function AlbumsLink() {
  return (
    <ButtonLink
      to="/albums"
      variant="default"
      leftSection={<IconLibraryPhoto size={20} stroke={1.75} aria-hidden />}
    >
      <Trans comment="Title of the page of all albums">Albums</Trans>
    </ButtonLink>
  );
}
