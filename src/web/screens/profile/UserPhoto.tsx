/** Photo of the customer. Shows a default image if there is no photo or the photo fails to load. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';

const DEFAULT_PHOTO = '/avatar.svg';

export function UserPhoto({ photoUrl }: { photoUrl: string | null }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const source = photoUrl && photoUrl !== failedUrl ? photoUrl : DEFAULT_PHOTO;
  return (
    <Photo
      src={source}
      alt=""
      width={PHOTO_PX}
      height={PHOTO_PX}
      referrerPolicy="no-referrer"
      onError={() => setFailedUrl(photoUrl)}
    />
  );
}

const PHOTO_PX = 56;

const Photo = styled('img')(({ theme: { vars } }) => ({
  flex: 'none',
  display: 'block',
  // The photo shrinks only on phones that are too narrow for the text beside the photo.
  width: `clamp(44px, 14.4vw, ${String(PHOTO_PX)}px)`,
  height: 'auto',
  aspectRatio: '1',
  borderRadius: '50%',
  objectFit: 'cover',
  backgroundColor: vars.palette.surface.raised,
}));
