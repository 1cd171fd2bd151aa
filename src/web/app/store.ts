/** Factory of the Redux store. Each page has one store, which uses the page's platform. */
import { combineReducers, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, persistStore, PURGE, REGISTER, REHYDRATE } from 'redux-persist';
import { api } from '../api/api';
import { listenToProfile } from '../flows/account/profileListeners';
import { listenToFailures } from '../flows/failureListeners';
import type { FlowDispatch, FlowState } from '../flows/flow';
import { listenToPayment } from '../flows/payment/paymentListeners';
import { paymentReducerFrom } from '../flows/paymentSlice';
import { listenToSession } from '../flows/sessionListeners';
import { listenToBrowserMarks } from '../flows/signIn/browserMark';
import { logOut } from '../flows/signIn/logOut';
import { storageChanged } from '../identity/identitySlice';
import { createIdentityStorage, persistedIdentityReducer } from '../identity/persistence';
import { selectIsSignedIn } from '../identity/selectors';
import { isDevelopmentBuild } from '../platform/env';
import type { Platform } from '../platform/platform';
import { devToolsFor } from './devTools';

export type AppStore = ReturnType<typeof createStore>;
export type AppDispatch = AppStore['dispatch'];

/** Duration above which the development checks of Redux Toolkit log a warning, in ms. */
const SLOW_CHECK_MS = 200;

/**
 * Creates a Redux store. The identity is read synchronously from browser storage, and then kept in sync with browser
 * storage in both directions. The store accesses the browser only through `platform`.
 */
export function createStore(platform: Platform) {
  const identityStorage = createIdentityStorage(platform.storage);
  const listeners = createListenerMiddleware<FlowState, FlowDispatch>();
  const store = configureStore({
    reducer: combineReducers({
      identity: persistedIdentityReducer(identityStorage),
      payment: paymentReducerFrom(platform.sessionStorage),
      [api.reducerPath]: api.reducer,
    }),
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        thunk: { extraArgument: platform },
        immutableCheck: { warnAfter: SLOW_CHECK_MS },
        // Actions of redux-persist contain functions, which are not serializable.
        serializableCheck: {
          ignoredActions: [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE],
          warnAfter: SLOW_CHECK_MS,
        },
      })
        .prepend(listeners.middleware)
        .concat(api.middleware),
    devTools: devToolsFor(platform.configuration.mode, isDevelopmentBuild()),
  });

  listenToSession(listeners, platform.sessionStorage);
  listenToBrowserMarks(listeners, platform.storage);
  listenToFailures(listeners, platform.now);
  listenToProfile(listeners);
  listenToPayment(listeners, platform.sessionStorage);

  const persistor = persistStore(store);
  let mirrored = store.getState().identity;
  let isMirroring = false;
  // Flush redux-persist immediately, because its writes are deferred, and the page may be closed or another tab opened
  // before the write.
  store.subscribe(() => {
    if (isMirroring || store.getState().identity === mirrored) return;
    isMirroring = true;
    void persistor.flush();
    mirrored = store.getState().identity;
    isMirroring = false;
  });
  // Ignore the sign-out event of the native app if no customer is signed in, because the native app also sends the
  // event for sign-outs that this page requested.
  platform.nativeShell.onLogOut(() => {
    if (selectIsSignedIn(store.getState())) void store.dispatch(logOut());
  });
  identityStorage.onForeignChange((changed) => {
    store.dispatch(storageChanged(changed));
  });
  return store;
}
