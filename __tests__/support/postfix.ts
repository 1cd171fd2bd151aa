/**
 * A real Postfix with a configuration and a mail queue of its own, which accepts emails on a free loopback port and delivers
 * every email to one Maildir. The Postfix of the machine is not touched. Postfix must be started by root.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../.ci/freePort.mjs';
import { startCommand } from './childProcess';

export interface Postfix {
  /** URL of the mail server. */
  url: string;
  /** Returns the emails that Postfix has delivered so far, with the header fields that Postfix added. */
  delivered(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Returns the name of a user and group without rights, or null if the machine has neither. */
function readIds(user: string): { uid: number; gid: number } | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

/** Programs of Debian's package `postfix`. */
const COMMANDS = '/usr/sbin';
const DAEMONS = '/usr/lib/postfix/sbin';

/** Debian's self-signed certificate (package `ssl-cert`), with which its Postfix announces STARTTLS. */
const SNAKEOIL = {
  certificate: '/etc/ssl/certs/ssl-cert-snakeoil.pem',
  key: '/etc/ssl/private/ssl-cert-snakeoil.key',
};

/** Returns why no Postfix can be started here, or null if one can. */
export function postfixHindrance(): string | null {
  if (!existsSync(`${COMMANDS}/postfix`) || !existsSync(`${DAEMONS}/master`))
    return 'Postfix is not installed';
  if (process.getuid?.() !== 0) return 'only root may start Postfix';
  return readIds('postfix') === null ? 'there is no user postfix' : null;
}

/**
 * Services of master.cf: name, type, private, unprivileged, chroot, wake-up time in s, process limit and program. They are those
 * of Debian, outside a chroot.
 */
const SERVICES = `
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;

/** Starts Postfix. Throws if `postfixHindrance` is not null. */
export async function startPostfix(): Promise<Postfix> {
  const owner = readIds('postfix');
  const nobody = readIds('nobody');
  if (owner === null || nobody === null) throw new Error('the users of Postfix do not exist');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-postfix-'));
  await chmod(folder, 0o755);
  const place = (name: string) => path.join(folder, name);
  for (const name of ['conf', 'queue', 'data', 'mail']) await mkdir(place(name));
  await chown(place('data'), owner.uid, owner.gid);
  await chown(place('mail'), nobody.uid, nobody.gid);
  const port = await freePort();
  const settings = {
    compatibility_level: '3.6',
    queue_directory: place('queue'),
    data_directory: place('data'),
    command_directory: COMMANDS,
    daemon_directory: DAEMONS,
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    myhostname: 'mail.prosvet.example',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    mydestination: '',
    alias_maps: '',
    alias_database: '',
    smtputf8_enable: 'yes',
    virtual_mailbox_domains: 'example.com',
    virtual_mailbox_base: place('mail'),
    virtual_mailbox_maps: 'static:inbox/',
    virtual_uid_maps: `static:${String(nobody.uid)}`,
    virtual_gid_maps: `static:${String(nobody.gid)}`,
    virtual_minimum_uid: '1',
    maillog_file: place('queue/log'),
    maillog_file_prefixes: folder,
    ...(existsSync(SNAKEOIL.certificate) && existsSync(SNAKEOIL.key)
      ? {
          smtpd_tls_security_level: 'may',
          smtpd_tls_cert_file: SNAKEOIL.certificate,
          smtpd_tls_key_file: SNAKEOIL.key,
        }
      : {}),
  };
  await writeFile(
    place('conf/main.cf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  await writeFile(place('conf/master.cf'), `127.0.0.1:${String(port)} inet n - n - - smtpd${SERVICES}`);
  const master = startCommand(`${COMMANDS}/postfix`, ['-c', place('conf'), 'start-fg'], {
    env: { PATH: process.env['PATH'] ?? '', LANG: 'C' },
  });
  const log = () => readFile(place('queue/log'), 'utf8').catch(() => '');
  const startedAt = performance.now();
  while (!(await log()).includes('daemon started')) {
    if (performance.now() - startedAt > 30_000)
      throw new Error(`Postfix does not start:\n${master.output()}${await log()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const inbox = place('mail/inbox/new');
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    async delivered() {
      const names = await readdir(inbox).catch(() => []);
      return Promise.all(names.map((name) => readFile(path.join(inbox, name), 'utf8')));
    },
    async stop() {
      execFileSync(`${COMMANDS}/postfix`, ['-c', place('conf'), 'stop'], { stdio: 'pipe' });
      await master.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
