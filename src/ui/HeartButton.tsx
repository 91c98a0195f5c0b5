import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { IconButton } from './IconButton.tsx';

/** A heart on a picture, filled while it is on. */
export function HeartButton({
  label,
  pressed,
  onPress,
}: {
  label: string;
  pressed: boolean;
  onPress: () => void;
}) {
  return (
    <IconButton
      onPicture
      label={label}
      tooltip={false}
      aria-pressed={pressed}
      icon={
        pressed ? (
          <IconHeartFilled size={20} aria-hidden />
        ) : (
          <IconHeart size={20} stroke={1.75} aria-hidden />
        )
      }
      onClick={onPress}
    />
  );
}
