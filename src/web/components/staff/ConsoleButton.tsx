/**
 * Buttons of the staff console, as wide as their label. The variant `SmallButton` is used in table rows and dialogs.
 */
import type { ActionButtonProps } from '../controls/ActionButton';
import { SecondaryButton } from '../controls/SecondaryButton';

export function ConsoleButton(props: ActionButtonProps) {
  return <SecondaryButton fullWidth={false} {...props} />;
}

export function SmallButton(props: ActionButtonProps) {
  return <ConsoleButton size="small" {...props} />;
}
