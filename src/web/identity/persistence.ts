/**
 * Storage engine for redux-persist. Each identity field has its own storage key, and only changed fields are written,
 * so that a tab never restores a value that another tab has removed.
 */
import { persistReducer, type Storage } from 'redux-persist';
import type { PersistPartial } from 'redux-persist/es/persistReducer';
import type { KeyValueStorage } from '../platform/platform';
import { identityReducerFrom } from './identitySlice';
import type { IdentityField, IdentityState, RawFields } from './identityState';
import { decodeInto, EMPTY_IDENTITY, encodeField, IDENTITY_FIELDS, isIdentityField } from './identityState';

/** State with the identity. `_persist.rehydrated` is true once browser storage has been read. */
export interface WithPersistedIdentity {
  identity: IdentityState & PersistPartial;
}

export interface IdentityStorage {
  /** Reads the stored identity synchronously, because the first paint depends on the identity. */
  read(): IdentityState;
  engine: Storage;
  /** Reports the fields that another tab or the native shell changed. Returns an unsubscribe function. */
  onForeignChange(listener: (changed: RawFields) => void): () => void;
}

export function createIdentityStorage(storage: KeyValueStorage): IdentityStorage {
  const known = new Map<IdentityField, string | null>();

  const read = (): IdentityState => {
    const identity = { ...EMPTY_IDENTITY };
    for (const field of IDENTITY_FIELDS) {
      const raw = storage.get(field);
      known.set(field, raw);
      decodeInto(identity, field, raw);
    }
    return identity;
  };

  const write = (fields: object): void => {
    const identity = { ...EMPTY_IDENTITY, ...fields };
    for (const field of IDENTITY_FIELDS) {
      const raw = encodeField(field, identity[field]);
      if (known.get(field) === raw) continue;
      known.set(field, raw);
      if (raw === null) storage.remove(field);
      else storage.set(field, raw);
    }
  };

  const changedIn = (fields: readonly IdentityField[]): RawFields => {
    const changed: RawFields = {};
    for (const field of fields) {
      const raw = storage.get(field);
      if (known.get(field) === raw) continue;
      known.set(field, raw);
      changed[field] = raw;
    }
    return changed;
  };

  return {
    read,
    engine: {
      getItem: () => Promise.resolve(read()),
      setItem: (_key: string, fields: unknown) => {
        if (typeof fields === 'object' && fields !== null) write(fields);
        return Promise.resolve();
      },
      removeItem: () => {
        write({});
        return Promise.resolve();
      },
    },
    onForeignChange: (listener) =>
      storage.onForeignChange((key) => {
        const fields = key === null ? IDENTITY_FIELDS : isIdentityField(key) ? [key] : [];
        const changed = changedIn(fields);
        if (Object.keys(changed).length > 0) listener(changed);
      }),
  };
}

/**
 * Returns the identity reducer wrapped by redux-persist. The initial state of the reducer comes from browser storage,
 * and changes are written back to browser storage.
 */
export function persistedIdentityReducer(storage: IdentityStorage) {
  return persistReducer(
    {
      key: 'identity',
      storage: storage.engine,
      serialize: false,
      // redux-persist restores no state, because the state was already read synchronously before the first paint.
      getStoredState: () => Promise.resolve(undefined),
      stateReconciler: false,
      timeout: 0,
    },
    identityReducerFrom(storage.read()),
  );
}
