/**
 * Loading of the application's chunks on demand. A chunk may be missing because the device is offline, or because a new
 * version with other file names was deployed while this tab was open. A browser does not request a failed module again,
 * so the document must be reloaded. The document is automatically reloaded only once. The browser reports whether the
 * document was loaded by a reload, so this works without browser storage. If a chunk is still missing after a reload,
 * the error screen is shown.
 */

/** Error that is thrown if a chunk could not be loaded. */
export class ChunkLost extends Error {
  override name = 'ChunkLost';
}

/**
 * Loads a chunk that is needed immediately. The promise rejects with `ChunkLost` if the chunk cannot be loaded.
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

/** Loads a chunk of a payment. A lost download is repeated once, because the user would have to start the payment again. */
export const loadPaymentChunk = <Module>(load: () => Promise<Module>): Promise<Module> => load().catch(load);

/** Preloads a chunk if the device is online. A failed preload is ignored, so that it does not interrupt the user. */
export function preloadQuietly(load: () => Promise<unknown>): void {
  if (navigator.onLine) void load().catch(() => undefined);
}
