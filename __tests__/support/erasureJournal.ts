/** A fake erasure journal in memory. A test can make the journal unavailable. */
import {
  type ErasureEntry,
  type ErasureJournal,
  JournalUnusable,
} from '../../src/server/ports/erasureJournal';

export interface MemoryErasureJournal extends ErasureJournal {
  entries: ErasureEntry[];
  isAway: boolean;
}

export function memoryErasureJournal(): MemoryErasureJournal {
  const journal: MemoryErasureJournal = {
    entries: [],
    isAway: false,
    append: (entry) => {
      if (journal.isAway)
        return Promise.reject(new JournalUnusable('The erasure journal cannot be written.'));
      journal.entries.push(entry);
      return Promise.resolve();
    },
    read: () => Promise.resolve([...journal.entries]),
  };
  return journal;
}
