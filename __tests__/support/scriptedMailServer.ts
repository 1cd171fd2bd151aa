/**
 * An SMTP server with scripted replies, for the failures of real mail servers: rejected recipients, greylisting, 421,
 * closed connections and slow replies. Commands in a wrong order get 503, as RFC 5321 requires.
 */
import { once } from 'node:events';
import net from 'node:net';

/** Reply to one command. `close` closes the connection without a reply, and `hang` never replies. */
export type ScriptedReply = { reply: string; afterMs?: number; closes?: boolean } | 'close' | 'hang';

/** Replies by SMTP phase. A phase without a scripted reply succeeds. */
export interface MailScript {
  greeting?: () => ScriptedReply | undefined;
  ehlo?: () => ScriptedReply | undefined;
  auth?: () => ScriptedReply | undefined;
  mailFrom?: (sender: string, recipientHint: string) => ScriptedReply | undefined;
  rcptTo?: (recipient: string) => ScriptedReply | undefined;
  /** Reply to the command DATA. */
  data?: (recipient: string) => ScriptedReply | undefined;
  /** Reply after the content. */
  content?: (recipient: string, content: string) => ScriptedReply | undefined;
  /** Extensions that the reply to EHLO announces. */
  extensions?: readonly string[];
  /** Number of rejections in a session after which each reply is delayed by 1 s, and twice as many close it, as in Postfix. */
  errorLimit?: number;
}

export interface AcceptedEmail {
  to: string;
  content: string;
  at: number;
}

export interface ScriptedMailServer {
  readonly port: number;
  readonly url: string;
  script: MailScript;
  readonly accepted: readonly AcceptedEmail[];
  /** Commands of all sessions, in the order of arrival, without credentials. */
  readonly commands: readonly string[];
  /** Number of sessions since the start. */
  readonly sessions: number;
  /** Resolves to the time at which the server accepted the first email to the address. */
  accepts(address: string): Promise<number>;
  close(): Promise<void>;
}

const parseAddress = (command: string): string => /<([^>]*)>/.exec(command)?.[1] ?? '';

/** Starts the server on a free port of the loopback interface. */
export async function startScriptedMailServer(script: MailScript = {}): Promise<ScriptedMailServer> {
  const accepted: AcceptedEmail[] = [];
  const commands: string[] = [];
  const sockets = new Set<net.Socket>();
  const waiting = new Map<string, ((at: number) => void)[]>();
  let sessions = 0;
  const state = { script };

  const accept = (to: string, content: string): void => {
    const at = performance.now();
    accepted.push({ to, content, at });
    for (const resolve of waiting.get(to) ?? []) resolve(at);
    waiting.delete(to);
  };

  const serve = (socket: net.Socket): void => {
    sessions += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    let errors = 0;
    let sender: string | null = null;
    let recipient: string | null = null;
    let content: string | null = null;
    let buffered = '';
    let isBusy = false;

    const respond = async (scripted: ScriptedReply): Promise<boolean> => {
      if (scripted === 'hang') return false;
      if (scripted === 'close') {
        socket.destroy();
        return false;
      }
      const isError = /^[45]/.test(scripted.reply);
      if (isError) errors += 1;
      const limit = state.script.errorLimit ?? Infinity;
      const delay = (scripted.afterMs ?? 0) + (errors >= limit ? 1000 : 0);
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      if (socket.destroyed) return false;
      if (errors >= 2 * limit) {
        socket.end('421 4.7.0 Error: too many errors\r\n');
        return false;
      }
      socket.write(`${scripted.reply}\r\n`);
      if (scripted.closes === true || scripted.reply.startsWith('421')) socket.end();
      return !isError;
    };

    const perform = async (line: string): Promise<void> => {
      if (content !== null) {
        if (line !== '.') {
          content += `${line.startsWith('..') ? line.slice(1) : line}\r\n`;
          return;
        }
        const [to, whole] = [recipient ?? '', content];
        content = null;
        sender = null;
        recipient = null;
        if (await respond(state.script.content?.(to, whole) ?? { reply: '250 2.0.0 Ok: queued' }))
          accept(to, whole);
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      commands.push(verb === 'AUTH' ? 'AUTH' : line);
      switch (verb) {
        case 'EHLO': {
          const scripted = state.script.ehlo?.();
          const lines = [
            'mail.example',
            ...(state.script.extensions ?? ['PIPELINING', 'ENHANCEDSTATUSCODES']),
          ];
          const reply = lines
            .map((each, at) => `250${at === lines.length - 1 ? ' ' : '-'}${each}`)
            .join('\r\n');
          await respond(scripted ?? { reply });
          return;
        }
        case 'AUTH':
          await respond(state.script.auth?.() ?? { reply: '235 2.7.0 Authentication successful' });
          return;
        case 'MAIL': {
          const scripted = state.script.mailFrom?.(parseAddress(line), line) ?? { reply: '250 2.1.0 Ok' };
          if (await respond(scripted)) sender = parseAddress(line);
          return;
        }
        case 'RCPT': {
          if (sender === null) {
            await respond({ reply: '503 5.5.1 Error: need MAIL command' });
            return;
          }
          const scripted = state.script.rcptTo?.(parseAddress(line)) ?? { reply: '250 2.1.5 Ok' };
          if (await respond(scripted)) recipient = parseAddress(line);
          return;
        }
        case 'DATA': {
          if (recipient === null) {
            await respond({ reply: '554 5.5.1 Error: no valid recipients' });
            return;
          }
          const scripted = state.script.data?.(recipient) ?? { reply: '354 End data with <CR><LF>.<CR><LF>' };
          if (await respond(scripted)) content = '';
          return;
        }
        case 'RSET':
          sender = null;
          recipient = null;
          await respond({ reply: '250 2.0.0 Ok' });
          return;
        case 'QUIT':
          socket.end('221 2.0.0 Bye\r\n');
          return;
        default:
          await respond({ reply: '502 5.5.2 Error: command not recognized' });
      }
    };

    const drain = async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        await perform(line);
      }
      isBusy = false;
    };
    socket.setEncoding('utf8').on('data', (text: string) => {
      buffered += text;
      void drain();
    });
    void respond(state.script.greeting?.() ?? { reply: '220 mail.example ESMTP' });
  };

  const server = net.createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    get script() {
      return state.script;
    },
    set script(next: MailScript) {
      state.script = next;
    },
    accepted,
    commands,
    get sessions() {
      return sessions;
    },
    accepts(address) {
      const done = accepted.find(({ to }) => to === address);
      if (done !== undefined) return Promise.resolve(done.at);
      return new Promise((resolve) => waiting.set(address, [...(waiting.get(address) ?? []), resolve]));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
