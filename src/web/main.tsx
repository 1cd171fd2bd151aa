/** Starts the application in the browser. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { createStore } from './app/store';
import { createBrowserPlatform } from './platform/browserPlatform';
import { createAppRouter } from './routes/router';
import { applyColorScheme } from './theme/colorScheme';
import { documentNonce } from './theme/StyleProvider';

const root = document.getElementById('root');
if (root === null) throw new Error('the document has no #root');

applyColorScheme(window);
const platform = createBrowserPlatform(window);
const store = createStore(platform);
setupListeners(store.dispatch);
createRoot(root).render(
  <App platform={platform} store={store} router={createAppRouter(store, platform)} nonce={documentNonce()} />,
);
