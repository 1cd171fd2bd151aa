import '@testing-library/jest-dom';
import { webcrypto } from 'node:crypto';

// What jsdom lacks and every browser has.
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.scrollTo = () => undefined;
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
