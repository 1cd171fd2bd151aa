/**
 * The parts of the application that are loaded on demand. One may be gone: the network is, or a new
 * version was deployed while this tab was open, whose files have other names. A browser does not ask
 * again for a module that it failed to get, so what helps is the document anew, at the address that was
 * asked for. By itself that happens once, by how this document came, which even a browser without
 * storage knows: a chunk that is still missing right after a reload stays on the error screen.
 */

/** A chunk did not come. */
export class ChunkLost extends Error {
  override name = 'ChunkLost';
}

/** Loads what is needed now. Rejects with `ChunkLost`. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkLost('a chunk did not come', { cause });
  }
}

/** Loads a chunk ahead of its need, if there is a network: its failure interrupts nobody, who may be typing. */
export function preloadQuietly(load: () => Promise<unknown>): void {
  if (navigator.onLine) void load().catch(() => undefined);
}
