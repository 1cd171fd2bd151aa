/** JSON response that is sent while it is produced, so that a large response needs little memory. */

/** Maximum time in ms in which a client must have read the response. */
const DEADLINE_MS = 10 * 60_000;

/**
 * JSON text in parts. The producer is responsible for the schema of the response. `release` is called once the response
 * was sent, failed or was canceled.
 */
export class StreamedJson {
  constructor(
    readonly parts: AsyncGenerator<string>,
    readonly release: () => Promise<void>,
  ) {}

  /**
   * Returns the body of the response. A part is produced only when the client has read the parts before it. `onError` is
   * called if producing a part fails; the connection is then closed.
   */
  body(onError: (error: unknown) => void): ReadableStream<Uint8Array> {
    const { parts, release } = this;
    const encoder = new TextEncoder();
    let late: NodeJS.Timeout | undefined;
    const end = async (): Promise<void> => {
      clearTimeout(late);
      await release();
    };
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          late = setTimeout(() => {
            controller.error(new Error('the client did not read the response in time'));
            void parts.return(undefined).then(end).catch(onError);
          }, DEADLINE_MS);
          late.unref();
        },
        async pull(controller) {
          try {
            const next = await parts.next();
            if (next.done !== true) {
              controller.enqueue(encoder.encode(next.value));
              return;
            }
            // The client may request the next export once it has read this response.
            await end();
            controller.close();
          } catch (error) {
            onError(error);
            controller.error(error);
            await end();
          }
        },
        async cancel() {
          await parts.return(undefined);
          await end();
        },
      },
      { highWaterMark: 1 },
    );
  }
}

/** Returns the text of a JSON string in parts, without its quotation marks. */
export async function* insideString(parts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of parts) yield JSON.stringify(part).slice(1, -1);
}
