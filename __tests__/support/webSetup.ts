import { webcrypto } from 'node:crypto';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// The chunk of a screen is compiled on its first import, which takes longer than the default timeout of 1 s on a busy
// machine. Only a failing query waits the full 30 s.
configure({ asyncUtilTimeout: 30_000 });

// React captures a stack trace for every element. Jest's default of 100 frames takes a tenth of the duration of a screen
// test.
Error.stackTraceLimit = 12;

// Browser APIs that jsdom lacks.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.scrollTo = () => undefined;
window.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
