/**
 * Interface of the erasure journal: an append-only record of deleted accounts outside the database. After a restore from an
 * older dump, the journal shows which accounts must be erased again.
 */

/** Entry of the journal. Contains nothing that identifies a person. */
export interface ErasureEntry {
  accountId: number;
  erasedAt: Date;
}

/** The journal cannot be read or written. The server must not start or report a deletion as done. */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable';
}

export interface ErasureJournal {
  /** Resolves once the entry is on disk. Throws `JournalUnusable`. */
  append(entry: ErasureEntry): Promise<void>;
  /** Returns all entries, oldest first. Throws `JournalUnusable`. */
  read(): Promise<ErasureEntry[]>;
}
