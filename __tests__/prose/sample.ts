/**
 * `npm run prose:sample` prints random sentences for readers who do not know the project. The script prints 50 sentences
 * each from comments, documents and texts of the console, and 20 commit subjects. The hash of the last commit is the
 * seed, so that the choice cannot be influenced.
 *
 * @example npm run prose:sample -- v1.0.0..HEAD   takes the commit subjects from that range; default: the last 60 commits
 */
import { execFileSync } from 'node:child_process';
import { comments, consoleTexts, documentPassages, splitSentences } from '../support/prose';
import { seededRandom } from '../support/seededRandom';
import { ROOT } from '../support/sourceTree';

const SENTENCES = 50;
const SUBJECTS = 20;

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

const [seed = ''] = git('rev-parse', 'HEAD');
const { next: random } = seededRandom(Number.parseInt(seed.slice(0, 8), 16));

function draw(all: readonly string[], count: number): string[] {
  const left = [...new Set(all)];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

function print(title: string, sentences: readonly string[]): void {
  const lines = sentences.map((sentence, index) => `${index + 1}. ${sentence}`);
  process.stdout.write(`\n${[title, '', ...lines].join('\n')}\n`);
}

const range = process.argv[2];
process.stdout.write(`Seed: ${seed}\n`);
print('Comments', draw(splitSentences(comments()), SENTENCES));
print('Documents', draw(splitSentences(documentPassages()), SENTENCES));
print('Texts of the staff console', draw(splitSentences(consoleTexts()), SENTENCES));
print(
  'Commit subjects',
  draw(range === undefined ? git('log', '-60', '--format=%s') : git('log', '--format=%s', range), SUBJECTS),
);
