/** Secondary button, outlined, of the same height as the primary button. */
import { ActionButton, type ActionButtonProps } from './ActionButton';

export function SecondaryButton(props: ActionButtonProps) {
  return <ActionButton {...props} variant="outlined" />;
}
