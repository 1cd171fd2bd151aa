/** Dialogs of the console that are loaded on their first use: the command palette and the list of shortcuts. */
import type { ComponentType } from 'react';

export type CommandDialogName = 'palette' | 'shortcuts';

export interface CommandDialogProps {
  onClose: () => void;
  /** Opens the other command dialog instead. */
  onOther: (name: CommandDialogName) => void;
}

export type CommandDialog = ComponentType<CommandDialogProps>;
