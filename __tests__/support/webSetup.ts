import { webcrypto } from 'node:crypto';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// A screen's chunk compiles on its first import, and a busy machine takes more than the usual second: only what never
// comes waits so long.
configure({ asyncUtilTimeout: 30_000 });

// React takes a stack for every element that is made; Jest's hundred frames each are a tenth of a screen's test.
Error.stackTraceLimit = 12;

// What jsdom lacks and every browser has.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.scrollTo = () => undefined;
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
