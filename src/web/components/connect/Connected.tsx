/** Confirms in large type that a device is connected, and lists the remaining steps. */
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import type { Elements } from '../../platform/elements';
import { CONNECT_TEXTS } from '../../texts/connect';
import { Card } from '../display/Card';
import { Note, SectionTitle } from '../display/Heading';
import { CheckIcon } from '../display/icons';

interface ConnectedProps {
  deviceName: string | null;
  /** Links and buttons to the next screens. */
  children: Elements;
}

export function Connected({ deviceName, children }: ConnectedProps) {
  const { title, nameless, text } = CONNECT_TEXTS.connected;
  const card = useRef<HTMLDivElement>(null);
  // The card takes the focus, so that screen readers announce the card and the browser scrolls to it, because the card
  // replaces the steps.
  useEffect(() => card.current?.focus(), []);
  return (
    <News gap={16} ref={card} tabIndex={-1}>
      <div>
        <CheckIcon size={34} />
        <SectionTitle>{deviceName ? title(deviceName) : nameless}</SectionTitle>
        <Note>{text}</Note>
      </div>
      {children}
    </News>
  );
}

const News = styled(Card)(({ theme: { vars } }) => ({
  '&:focus': { outline: 'none' },
  '& > div': { display: 'grid', gap: 8, marginBottom: 4 },
  '& svg': { color: vars.palette.tone.successText },
}));
