/**
 * Confirmation dialog with a yes and a no button. Escape and a click on the backdrop have the same effect as the no
 * button. The dialog is loaded after the first input of the user, because no page shows it before.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadChunk, preloadQuietly } from '../../platform/chunks';
import { atNextInput } from '../../platform/firstInput';
import type { ConfirmDialogProps } from './ConfirmSheet';

const load = async () => (await import('./ConfirmSheet')).ConfirmSheet;

const ConfirmSheet = lazy(async () => ({ default: await loadChunk(load) }));

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen } = props;
  // A closed dialog stays mounted, because MUI plays an exit animation.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);

  useEffect(() => atNextInput(() => preloadQuietly(load)), []);

  return (
    wasOpen && (
      <Suspense>
        <ConfirmSheet {...props} />
      </Suspense>
    )
  );
}
