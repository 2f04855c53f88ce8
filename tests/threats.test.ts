import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Every threat of the model (reliability, section a) and the test that shows what stops it; what is not shown yet says what is missing. */
type Shown = readonly [file: string, title: string]
const wire = 'tests/threats-wire.test.ts'
const hostile = 'src/features/questions/hostile.test.ts'
const matrix: Shown = ['tests/permissions.test.ts', 'describe.each(endpoints']

const shown: Record<string, readonly Shown[]> = {
  T1: [
    ['src/server/guessing.test.ts', 'each after the fifth makes the next wait twice as long'],
    ['src/server/guessing.test.ts', 'do not lock out its owner'],
    ['src/features/accounts/factor/routes.test.ts', 'a wrong code is counted, and after five of them one waits'],
  ],
  T2: [
    ['src/features/accounts/passwords/routes.test.ts', 'is answered alike for everybody, before it is known who it is'],
    ['src/features/accounts/routes.test.ts', 'an unknown account and a wrong password get the very same answer'],
    [wire, 'a login takes as long for a name that nobody has'],
  ],
  T3: [['src/features/accounts/passwords/routes.test.ts', 'the link works once, voids older ones and ends every session']],
  T4: [
    ['src/features/accounts/passwords/routes.test.ts', 'the address in a link is never taken from the request'],
    ['src/server/app.test.ts', 'where a request comes from is what a trusted proxy says, and nobody else'],
  ],
  T5: [[wire, 'is another one after signing in, and the one before is over']],
  T6: [[wire, 'is not opened by what is random, cut off, in the address or set before']],
  T7: [[wire, 'ten ways at every unsafe route']],
  T8: [['src/server/live.test.ts', 'from a foreign origin, or from none, is refused']],
  T9: [['src/features/accounts/google/routes.test.ts', 'refused with one and the same answer']],
  T10: [
    ['src/server/guessing.test.ts', 'at activation keys: five in ten minutes'],
    ['src/features/devices/routes.test.ts', 'the key stands nowhere'],
  ],
  T11: [['tests/faults/server.test.ts', 'F6: who sends slowly, or nothing, or reads nothing, is let go']],
  T14: [[wire, '%s carries all of them']],
  T16: [matrix],
  T17: [matrix],
  T18: [['tests/canaries.test.ts', 'no secret is in anything that %s can get']],
  T20: [['src/features/accounts/routes.test.ts', 'what is only shown may come back unchanged, and is refused when changed']],
  T21: [
    [hostile, 'stays the text that it is, for staff and for students'],
    ['tests/house.test.ts', 'danger has no quiet door: no innerHTML, no eval'],
    ['src/features/questions/answering/markup/rules.test.ts', 'runs and loads nothing'],
  ],
  T22: [['src/features/questions/kinds/rules.test.ts', '20,000 hostile answers to all kinds']],
  T23: [['e2e/accounts.spec.ts', 'logging out in one tab leads the other to the login']],
  T24: [['e2e/accounts.spec.ts', 'logging out in one tab leads the other to the login']],
  T25: [matrix],
  T26: [['src/server/live.test.ts', 'that says too much is closed']],
  T27: [['src/features/family/routes.test.ts', 'a link without the portal right, or one that has ended, is 404 at once']],
  T28: [
    [
      'src/features/family/routes.test.ts',
      'has all homework, what was completed and the marks of 12 weeks, and no key, hint, note or contact',
    ],
  ],
  T29: [['src/features/accounts/email.test.ts', 'wants the password of whoever asks, not of the account']],
  T30: [matrix],
  T31: [['src/features/classroom/routes.test.ts', 'is a teacher or assistant of its centre, and the history keeps it']],
  T32: [
    ['src/features/devices/routes.test.ts', 'ends the session at once, and the tablet is told to activate again'],
    [wire, 'a device that is used from two places at once is written down'],
  ],
  T34: [['src/features/devices/routes.test.ts', 'open screens hear of every change, and the socket of an ended device is closed']],
  T35: [[hostile, 'what an author writes']],
  T36: [[hostile, 'as much maths as fits into a question is bounded']],
  T38: [['src/server/zip.test.ts', 'what a zip may not do']],
  T39: [['src/features/students/export/routes.test.ts', 'has no cell that a spreadsheet runs']],
  T41: [matrix],
  T43: [matrix],
  T44: [[wire, 'nobody makes themselves more than they are']],
  T45: [
    [wire, 'what one person exports in a day has an end, and every admin hears of each'],
    ['src/features/accounts/factor/routes.test.ts', 'wants the password of a quarter of an hour ago, or a code'],
  ],
  T46: [
    ['src/features/emails/routes.test.ts', 'at most 200 at once and 200 an hour'],
    ['src/features/emails/routes.test.ts', 'two lines of a subject and odd audiences are refused'],
  ],
  T47: [['tests/house.test.ts', 'the audit trail can only grow']],
  T48: [['src/features/students/import/routes.test.ts', 'is done once, all or nothing']],
  T49: [['src/features/accounts/people/routes.test.ts', 'an operator without any centre is logged out']],
  T51: [['db/backup/backup.test.ts', 'shows a thief nothing without its key']],
  T52: [[wire, 'what is built is locked, and little is needed']],
  T54: [[wire, 'what looks like a file behind an address of the API is nothing']],
}

const missing: Record<string, string> = {
  T12: 'Twelve spellings of every path; methods that are not there are tested.',
  T13: 'A forced failure of each route, and a crawl of known paths.',
  T15: 'A login with a foreign address to go on to; no page takes one.',
  T19: 'The table of illegal steps of work, named as one test.',
  T33: 'What a tablet keeps after a class, in a browser.',
  T37: 'An alias that looks like a regular expression, and a very long answer.',
  T40: 'The pinned revision is shown by a journey that the register does not name yet.',
  T42: 'Names of the prototype in bodies, queries and files.',
  T50: 'A spy on what the server connects to.',
  T53: 'Canaries of people and secrets in all that is logged.',
}

test('every threat of the model is shown, or said to be missing', () => {
  const all = Array.from({ length: 54 }, (_, index) => `T${index + 1}`)
  expect(all.filter((id) => id in shown === id in missing)).toEqual([])
})

test.each(Object.entries(shown))('%s is shown by tests that are there', (_, tests) => {
  for (const [file, title] of tests)
    expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8').includes(title), `${file}: ${title}`).toBe(true)
})
