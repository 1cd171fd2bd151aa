/** Loading indicator of three pulsing dots in the colour and size of the surrounding text. */
import { keyframes, styled } from '@mui/material/styles';
import { HiddenText } from '../display/HiddenText';

/** Screen readers announce `label`. Without a label the dots are decorative. */
export function LoadingDots({ label }: { label?: string | undefined }) {
  return (
    <Dots>
      {label !== undefined && <HiddenText>{label}</HiddenText>}
      <i aria-hidden="true" />
      <i aria-hidden="true" />
      <i aria-hidden="true" />
    </Dots>
  );
}

const breathe = keyframes({
  '0%, 70%, 100%': { opacity: 0.28, transform: 'translateY(0)' },
  '35%': { opacity: 1, transform: 'translateY(-0.14em)' },
});

const Dots = styled('span')({
  display: 'inline-flex',
  gap: '0.32em',
  alignItems: 'center',
  height: '1.25em',
  '& > i': {
    width: '0.42em',
    height: '0.42em',
    borderRadius: '50%',
    backgroundColor: 'currentColor',
    animation: `${breathe} 1.15s ease-in-out infinite`,
  },
  '& > i:nth-of-type(2)': { animationDelay: '0.16s' },
  '& > i:nth-of-type(3)': { animationDelay: '0.32s' },
});
