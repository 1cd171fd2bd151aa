/** Runs `npm run setup` with scripted answers, for a shop without Google sign-in, push notifications and a VPN panel. */
import { runSetup } from '../../src/server/composition/setup';

/** Answers by the beginning of the question. */
const ANSWERS: Readonly<Record<string, string>> = {
  'Can customers sign in with Google?': 'n',
  'Does the product send push notifications': 'n',
  'Does a Remnawave panel deliver VPN access?': 'n',
  'MAIL_FROM:': 'Shop <mail@shop.example>',
};

/**
 * Runs the setup, which writes the environment file `file`. `answers` adds answers to `ANSWERS`. Rejects if a question has
 * no answer. Resolves to the output.
 */
export async function runScriptedSetup(
  file: string,
  answers: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<string> {
  const all = Object.entries({ ...ANSWERS, ...answers });
  const said: string[] = [];
  await runSetup({
    words: [...words],
    variables: {},
    file,
    terminal: {
      ask: (question) => {
        const found = all.find(([beginning]) => question.startsWith(beginning));
        return found === undefined ? Promise.reject(new Error(question)) : Promise.resolve(found[1]);
      },
      close: () => undefined,
    },
    say: (line) => said.push(line),
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  return said.join('\n');
}
