import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Checks the form of commits (CONTRIBUTING): `scope: Imperative sentence.` in at most 72 characters. Covers
 * the commits after the one that added this file.
 */

const root = resolve(import.meta.dirname, '..')
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/**
 * Returns the subjects of the commits to check, or null if there is no history, as in an unpacked archive, a
 * shallow clone, or before the first commit.
 */
function subjects() {
  try {
    const first = git('log', '--diff-filter=A', '--format=%H', '--', 'tests/commits.test.ts')
      .split('\n')
      .at(-1)
    if (!first || git('rev-parse', '--is-shallow-repository') === 'true') return null
    return git('log', '--no-merges', '--format=%s', `${first}..HEAD`).split('\n').filter(Boolean)
  } catch {
    return null
  }
}

const scope = /^[a-z][\w-]*(, [a-z][\w-]*)*: /
/** Matches words that aren't imperatives: articles, pronouns, past tenses, participles and third persons. */
const notImperative =
  /^(the|an?|what|who|whether|that|how|so|its?|there|no|one|each|every|now|only|all|when|if)$|.(?<!e)ed$|.ing$|(?<![sui])s$/i
const imperatives = new Set(['bring', 'ping', 'string', 'swing', 'bypass', 'focus', 'embed', 'shed'])

function fault(subject: string) {
  const rest = subject.replace(scope, '')
  const [verb = ''] = rest.split(' ')
  if (rest === subject) return 'has no scope'
  if (subject.length > 72) return 'is longer than 72 characters'
  if (!/^[A-Z]/.test(rest) || !rest.endsWith('.')) return 'is not a sentence'
  if (notImperative.test(verb) && !imperatives.has(verb.toLowerCase()))
    return 'does not begin with a verb in the imperative'
  return null
}

test.each([
  ['attendance: Refuse a mark for a student not on the roll.', null],
  ['accounts, devices: Keep a session for a week.', null],
  ['web: Bring the focus back.', null],
  ['grading: Process late answers.', null],
  ['Fix a bug.', 'has no scope'],
  ['live: Fixed the socket.', 'does not begin with a verb in the imperative'],
  ['live: The socket is closed.', 'does not begin with a verb in the imperative'],
  ['live: close the socket.', 'is not a sentence'],
  ['live: Close the socket', 'is not a sentence'],
  [`live: Close ${'x'.repeat(70)}.`, 'is longer than 72 characters'],
])('the fault of “%s” is: %s', (subject, expected) => expect(fault(subject)).toBe(expected))

const found = subjects()
test.skipIf(found === null)('commit messages have the form that CONTRIBUTING.md requires', () =>
  expect((found ?? []).map((subject) => [subject, fault(subject)]).filter(([, wrong]) => wrong)).toEqual([]),
)
