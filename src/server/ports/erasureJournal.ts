/**
 * Interface of the erasure journal: an append-only record of deleted accounts outside the database. After a restore from an
 * older dump, the journal shows which accounts must be erased again.
 */

/** Entry of the erasure journal. An entry contains nothing that identifies a person. */
export interface ErasureEntry {
  accountId: number;
  erasedAt: Date;
}

/**
 * Thrown if the erasure journal cannot be read or written. In this case the server must not start, and must not report
 * a deletion as done.
 */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable';
}

export interface ErasureJournal {
  /**
   * Appends an entry and resolves once the entry is on disk. Throws `JournalUnusable` if the journal cannot be written.
   */
  append(entry: ErasureEntry): Promise<void>;
  /** Returns all entries of the journal, oldest first. Throws `JournalUnusable` if the journal cannot be read. */
  read(): Promise<ErasureEntry[]>;
}
