/** Names of the product's Trusted Types policies: the server's header admits them, the page makes them. */
export const TRUSTED_TYPES = {
  /** Of the script inside the documents: starts the application's own files. */
  application: 'application',
  /** What a browser asks about everything else; the SDKs know no policy of ours and give plain texts. */
  foreignScripts: 'default',
} as const;
