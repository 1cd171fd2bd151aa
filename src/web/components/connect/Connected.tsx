/** A device has what it connects with: said in large emails, with what is left to do. */
import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useRef } from 'react';
import { CONNECT_TEXTS } from '../../texts/connect';
import { Card } from '../display/Card';
import { Note, SectionTitle } from '../display/Heading';
import { CheckIcon } from '../display/icons';

interface ConnectedProps {
  deviceName: string | null;
  /** Ways on. */
  children: ReactNode;
}

export function Connected({ deviceName, children }: ConnectedProps) {
  const { title, nameless, text } = CONNECT_TEXTS.connected;
  const card = useRef<HTMLDivElement>(null);
  // It takes the place of the steps, of which the last one was in sight: read aloud and scrolled to.
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
