/** What staff have typed about a customer stands in its form again after a failed call has led away. */
import { useState } from 'react';
import { usePlatform } from '../../platform/PlatformContext';
import {
  type Draft,
  type DraftName,
  readDraft,
  removeTabValue,
  writeTabValue,
} from '../../tabStorage/tabStorage';

/** The draft that was found, and how the next one is stored. */
export function useDraft<Name extends DraftName>(name: Name, userId: number) {
  const { sessionStorage } = usePlatform();
  const [draft] = useState(() => readDraft(sessionStorage, name, userId));
  return { draft, storeDraft: (next: Draft<Name>) => writeTabValue(sessionStorage, name, next) };
}

/** A dialog that opens by itself where a draft of it is found, and drops the draft when it is closed. */
export function useDraftDialog(name: DraftName, userId: number) {
  const { sessionStorage } = usePlatform();
  const [isOpen, setIsOpen] = useState(() => readDraft(sessionStorage, name, userId) !== null);
  return {
    isOpen,
    open: () => setIsOpen(true),
    close: () => {
      removeTabValue(sessionStorage, name);
      setIsOpen(false);
    },
  };
}
