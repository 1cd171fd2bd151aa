/** A quiet button of the same height as the primary one. */
import { ActionButton, type ActionButtonProps } from './ActionButton';

export function SecondaryButton(props: ActionButtonProps) {
  return <ActionButton {...props} variant="outlined" />;
}
