/**
 * Fake of Google's `apis.google.com/js/api.js`. The fake implements the part of `gapi.iframes` that the Firebase SDK
 * and its hidden iframe use to communicate. The function `installGapi` runs in the browser and must be self-contained,
 * because it is served as source text. The fake accepts only messages from windows of the same origin.
 */

/** One end of a message channel, as the Firebase SDK and the script of the hidden iframe use it. */
interface GapiChannel {
  register(name: string, handler: (data: unknown) => unknown): void;
  send(name: string, data: unknown, callback?: (responses: unknown[]) => void): Promise<unknown[]>;
  ping(callback?: () => void): Promise<unknown[]>;
  restyle(): Promise<void>;
}

interface GapiOpenOptions {
  url: string;
  where?: HTMLElement;
  attributes?: Record<string, unknown>;
}

export interface Gapi {
  load(features: string, done: (() => void) | { callback: () => void }): void;
  iframes: {
    CROSS_ORIGIN_IFRAMES_FILTER: () => boolean;
    /** The Firebase SDK checks that this property exists, to detect that `gapi.iframes` is loaded. */
    Iframe: () => void;
    getContext(): {
      open<Result>(options: GapiOpenOptions, opened: (channel: GapiChannel) => Result): Result;
      getParentIframe(): GapiChannel;
    };
  };
}

/** Defines the global object `gapi` on the page. */
export function installGapi(): void {
  const READY = 'ready';
  const parseCall = (value: unknown): Record<string, unknown> | null =>
    typeof value === 'object' && value !== null && 'sandboxGapi' in value ? value : null;

  function channelTo(fake: () => Window | null): GapiChannel {
    const handlers = new Map<string, (data: unknown) => unknown>();
    const waiting = new Map<unknown, (responses: unknown[]) => void>();
    let calls = 0;
    let isReady: (responses: unknown[]) => void = () => undefined;
    const ready = new Promise<unknown[]>((resolve) => {
      isReady = resolve;
    });
    const post = (message: object) => fake()?.postMessage({ sandboxGapi: true, ...message }, location.origin);

    async function receive(event: MessageEvent): Promise<void> {
      const message = parseCall(event.data);
      if (message === null || event.origin !== location.origin || event.source !== fake()) return;
      if ('responseTo' in message) {
        waiting.get(message['responseTo'])?.([message['data']]);
        waiting.delete(message['responseTo']);
        return;
      }
      if (message['name'] === READY) {
        isReady([true]);
        return;
      }
      const handler = handlers.get(String(message['name']));
      if (handler === undefined) return;
      post({ responseTo: message['call'], data: await handler(message['data']) });
    }
    addEventListener('message', (event) => void receive(event));

    return {
      register: (name, handler) => {
        handlers.set(name, handler);
      },
      send: async (name, data, callback) => {
        calls += 1;
        const call = calls;
        const responses = await new Promise<unknown[]>((resolve) => {
          waiting.set(call, resolve);
          post({ call, name, data });
        });
        try {
          callback?.(responses);
        } catch {
          // The callback of the Firebase SDK throws even on success. Like Google's real script, this fake ignores the
          // exception.
        }
        return responses;
      },
      ping: async (callback) => {
        const responses = await ready;
        callback?.();
        return responses;
      },
      restyle: () => Promise.resolve(),
    };
  }

  const gapi: Gapi = {
    load: (_features, done) => queueMicrotask(typeof done === 'function' ? done : done.callback),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: () => true,
      Iframe: () => undefined,
      getContext: () => ({
        open: (options, opened) => {
          const frame = document.createElement('iframe');
          for (const [name, value] of Object.entries(options.attributes ?? {})) {
            if (name === 'style') Object.assign(frame.style, value);
            else frame.setAttribute(name, String(value));
          }
          frame.src = options.url;
          const channel = channelTo(() => frame.contentWindow);
          (options.where ?? document.body).append(frame);
          return opened(channel);
        },
        getParentIframe: () => {
          const channel = channelTo(() => parent);
          parent.postMessage({ sandboxGapi: true, name: READY }, location.origin);
          return channel;
        },
      }),
    },
  };
  Object.assign(window, { gapi });
}
