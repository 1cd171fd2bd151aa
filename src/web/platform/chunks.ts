/**
 * Loading of the application's chunks on demand. A chunk may be missing because the device is offline, or because a new
 * version with other file names was deployed while this tab was open. A browser does not request a failed module again,
 * so the document must be reloaded. An automatic reload happens only once. Whether the document was loaded by a reload
 * is known even without storage. A chunk that is still missing after a reload leads to the error screen.
 */

/** Error: a chunk could not be loaded. */
export class ChunkLost extends Error {
  override name = 'ChunkLost';
}

/**
 * Loads a chunk that is needed now. Rejects with `ChunkLost`.
 *
 * @example
 * const { refreshStaff } = await loadChunk(() => import('../flows/staff/staffSession'));
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkLost('a chunk could not be loaded', { cause });
  }
}

/** Preloads a chunk if the device is online. A failure is ignored, so that it does not interrupt the user. */
export function preloadQuietly(load: () => Promise<unknown>): void {
  if (navigator.onLine) void load().catch(() => undefined);
}
