/** Switches between the light, dark and system colour schemes. MUI stores the choice. */
import { styled, useColorScheme } from '@mui/material/styles';
import { COMMON_TEXTS } from '../../texts/common';
import { NEEDS_SCRIPT_ATTRIBUTE } from '../../theme/theme';
import { translucent } from '../../theme/translucent';
import { MoonIcon, SunIcon, SystemSchemeIcon } from '../display/icons';

const MODES = [
  { mode: 'system', Icon: SystemSchemeIcon },
  { mode: 'light', Icon: SunIcon },
  { mode: 'dark', Icon: MoonIcon },
] as const;

interface ColorSchemeSwitchProps {
  texts?: Readonly<Record<'legend' | 'system' | 'light' | 'dark', string>>;
}

export function ColorSchemeSwitch({ texts = COMMON_TEXTS.colorScheme }: ColorSchemeSwitchProps) {
  // `mode` is undefined until MUI has read the stored choice.
  const { mode = 'system', setMode } = useColorScheme();
  return (
    <Group role="group" aria-label={texts.legend} {...{ [NEEDS_SCRIPT_ATTRIBUTE]: '' }}>
      {MODES.map(({ mode: choice, Icon }) => (
        <Choice
          key={choice}
          type="button"
          aria-pressed={mode === choice}
          aria-label={texts[choice]}
          title={texts[choice]}
          onClick={() => setMode(choice)}
        >
          <Icon size={17} />
        </Choice>
      ))}
    </Group>
  );
}

const Group = styled('div')({
  display: 'inline-flex',
  padding: 3,
  gap: 2,
  borderRadius: 999,
  border: '1px solid',
  borderColor: translucent('currentColor', 28, 'currentColor'),
});

const Choice = styled('button')({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 28,
  padding: 0,
  border: 0,
  borderRadius: 999,
  background: 'none',
  color: 'inherit',
  cursor: 'pointer',
  '@media (pointer: coarse)': { width: 46, height: 44 },
  '&:hover': { backgroundColor: translucent('currentColor', 12, 'rgba(128, 128, 128, 0.2)') },
  '&[aria-pressed="true"]': {
    backgroundColor: translucent('currentColor', 20, 'rgba(128, 128, 128, 0.35)'),
  },
});
