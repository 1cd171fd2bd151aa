/** Adds the variables of the file `.env` to the environment of this process. */

/** Name of the environment file, in the working directory. `npm run setup` writes it. */
export const ENVIRONMENT_FILE = '.env';

/**
 * Adds the variables of `.env` in the working directory to `process.env`, except those that are already set. Does nothing
 * if there is no such file.
 */
export function loadEnvironmentFile(): void {
  try {
    process.loadEnvFile(ENVIRONMENT_FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
