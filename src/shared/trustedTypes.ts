/**
 * Names of the Trusted Types policies. The server allows these policies in its content security policy, and the page
 * creates them.
 */
export const TRUSTED_TYPES = {
  /** Trusted Types policy of the inline script in the HTML documents, which loads the chunks of the application. */
  application: 'application',
  /**
   * Default Trusted Types policy, which the browser applies to all other script URLs and HTML strings. Third-party SDKs
   * depend on the default policy, because they pass plain strings.
   */
  foreignScripts: 'default',
} as const;
