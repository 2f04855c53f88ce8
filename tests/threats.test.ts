import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Test that covers a threat in the threat model (reliability §a). */
type Shown = readonly [file: string, title: string]
const wire = 'tests/threats-wire.test.ts'
const headers = 'tests/threats-headers.test.ts'
const ends = 'tests/threats-ends.test.ts'
const doors = 'tests/threats-doors.test.ts'
const scope = 'src/server/scope.test.ts'
const journey = 'e2e/accounts.spec.ts'
const hostile = 'src/features/questions/hostile.test.ts'
const matrix: Shown = ['tests/permissions.test.ts', 'describe.each(examples']

const shown: Record<string, readonly Shown[]> = {
  T1: [
    ['src/server/throttle.test.ts', 'double the wait after the fifth'],
    ['src/server/throttle.test.ts', 'do not lock out the owner'],
    ['tests/lockouts.test.ts', 'lets its owner sign in immediately on a browser that has signed in before'],
    ['tests/lockouts.test.ts', 'lets its owner sign in at any time during a slow attack'],
    ['tests/lockouts.test.ts', 'can still sign in on its known browsers while one student'],
    ['src/features/accounts/factor/routes.test.ts', 'after five wrong codes, the caller has to wait'],
  ],
  T2: [
    [
      'src/features/accounts/passwords/routes.test.ts',
      'gets the same response for known and unknown addresses, before the account is looked up',
    ],
    [
      'src/features/accounts/routes.test.ts',
      'an unknown account and a wrong password get exactly the same response',
    ],
    [wire, 'a login takes as long for an unknown name as for a known one'],
  ],
  T3: [
    [
      'src/features/accounts/passwords/routes.test.ts',
      'the link works once, voids older ones and ends every session',
    ],
    [ends, 'a new password set with a link ends every session'],
    [headers, '%s sends no referrer'],
  ],
  T4: [
    [
      'src/features/accounts/passwords/routes.test.ts',
      'the host name in an emailed link is never taken from the request',
    ],
    ['src/server/app.test.ts', 'a forwarded client address is used only if a trusted proxy sent it'],
  ],
  T5: [
    [wire, 'is replaced by a new one at sign-in, and the old one ends'],
    [
      'src/features/accounts/routes.test.ts',
      'a change requires the current password and a strong new one, is announced by email, and ends all old sessions',
    ],
  ],
  T6: [[wire, 'is not opened by a random, truncated or preset token, or by one in the URL']],
  T7: [[wire, 'a foreign page can’t write to any route in any of ten ways']],
  T8: [['src/server/live.test.ts', 'is refused from another origin or without an origin']],
  T9: [['src/features/accounts/google/routes.test.ts', 'Google sign-in refuses with the same response']],
  T10: [
    ['src/server/throttle.test.ts', 'allow five wrong activation keys per address'],
    ['tests/lockouts.test.ts', 'can activate its tablets, however many wrong keys'],
    [
      'src/features/devices/routes.test.ts',
      'the key appears in no list and isn’t stored in the history or for an Idempotency-Key',
    ],
  ],
  T11: [
    [
      'tests/faults/server.test.ts',
      'F6: callers that send slowly, send nothing or read nothing are disconnected',
    ],
  ],
  T12: [
    [doors, 'no alternative spelling of a path opens what the usual spelling does not'],
    [doors, 'an unsupported method is refused'],
  ],
  T13: [
    [doors, 'a failure of any endpoint returns only that it failed and its request id'],
    [doors, '%s is refused or not found'],
  ],
  T14: [
    [headers, '%s has all security headers'],
    [headers, 'a file, a picture and a 304 response have all security headers'],
  ],
  T15: [[journey, 'query parameters in the login URL are ignored']],
  T16: [matrix],
  T17: [matrix],
  T18: [['tests/leaks.test.ts', '%s cannot get any secret']],
  T19: [
    ['src/features/practice/moves.test.ts', '%s is refused and changes nothing'],
    ['src/features/practice/routes.test.ts', 'students can answer only their own work'],
  ],
  T20: [
    [
      'src/features/accounts/routes.test.ts',
      'read-only fields may be sent back unchanged, and are refused when changed',
    ],
  ],
  T21: [
    [hostile, 'is harmless when it is shown to staff and students'],
    ['tests/architecture.test.ts', 'no code uses innerHTML or eval'],
    ['src/features/questions/answering/svg-markup.test.ts', 'neither runs nor loads anything'],
  ],
  T22: [['src/features/questions/kinds/kinds.test.ts', '20,000 hostile answers take at most 5 ms']],
  T23: [
    [
      journey,
      'logging out in one tab opens the login page in the other, and logging in again opens the home page in both',
    ],
    ['e2e/kept-answers.spec.ts', 'are neither shown to nor sent by the next user'],
  ],
  T24: [[journey, 'expect(kept.map(([key]) => key).sort()).toEqual']],
  T25: [matrix],
  T26: [
    [
      'src/server/sockets.test.ts',
      'is closed with “come back later” if it sends too much, and so is the session’s next socket',
    ],
    [
      'src/server/rate-limits.test.ts',
      'a flooding session gets 429 with Retry-After and a readable message, and other sessions are served',
    ],
  ],
  T27: [
    [
      'src/features/family/routes.test.ts',
      'a child is not found (404) as soon as the parent’s link loses portal access or ends',
    ],
    [ends, 'a parent whose link to a child ends'],
  ],
  T28: [
    [
      'src/features/family/routes.test.ts',
      'includes all homework, completed work and 12 weeks of marks, but no key, hint text, note or contact',
    ],
  ],
  T29: [
    [
      'src/features/accounts/email.test.ts',
      'requires the caller’s password, not that of the account being changed',
    ],
  ],
  T30: [matrix],
  T31: [
    [
      'src/features/classroom/routes.test.ts',
      'accepts only teachers and assistants of its center, and is recorded in the history',
    ],
  ],
  T32: [
    [
      'src/features/devices/routes.test.ts',
      'immediately ends the session, and the tablet has to be activated again',
    ],
    [wire, 'use of a device in two places at once is recorded'],
  ],
  T33: [['e2e/class-hour.spec.ts', 'data on a stolen tablet']],
  T34: [
    [
      'src/features/devices/routes.test.ts',
      'every change notifies open screens, and ending a device’s session closes its socket',
    ],
    [ends, 'a revoked device loses access'],
    ['src/server/live.test.ts', 'closes the sockets of that session, and no others, within a second'],
  ],
  T35: [[hostile, 'is harmless when it is shown to staff and students']],
  T36: [[hostile, 'the output for the maximum amount of math is limited']],
  T37: [
    ['src/features/questions/kinds/kinds.test.ts', 'an alias is plain text, never a pattern'],
    ['src/features/questions/kinds/fr/number.test.ts', 'is never a pattern that hangs'],
  ],
  T38: [['src/server/zip.test.ts', 'a harmful zip']],
  T39: [['src/features/students/export/routes.test.ts', 'has no cell that a spreadsheet would execute']],
  T40: [
    [
      'src/features/practice/routes.test.ts',
      'started work keeps its pinned revision when a question is edited',
    ],
  ],
  T41: [matrix],
  T42: [
    [doors, 'prototype names are refused in every body and query'],
    ['tests/fuzz/fuzz.test.ts', 'polluted: false'],
  ],
  T43: [
    matrix,
    [scope, 'a request without centers sees no rows, and one with a center sees only its rows'],
    [scope, 'rows of another center can’t be changed, deleted or added'],
  ],
  T44: [[wire, 'nobody can raise their own role']],
  T45: [
    [wire, 'one person’s exports are limited per day, and every admin is notified of each'],
    [
      'src/features/accounts/factor/routes.test.ts',
      'requires a password or a code entered in the last 15 minutes',
    ],
  ],
  T46: [
    [
      'src/features/emails/routes.test.ts',
      'to more than 100 parents is only for managers, with at most 200 in one message and 200 per hour',
    ],
    ['src/features/emails/routes.test.ts', 'a two-line subject or an invalid audience'],
  ],
  T47: [
    ['tests/architecture.test.ts', 'the audit trail can only grow'],
    [scope, 'requests can add to the audit trail but can’t change, delete or truncate it'],
  ],
  T48: [
    [
      'src/features/students/import/routes.test.ts',
      'stores all rows or none, recognizes rows that it stored before',
    ],
  ],
  T49: [
    ['src/features/accounts/people/routes.test.ts', 'an operator who loses their only center is logged out'],
    [ends, 'staff removed from their last center lose access'],
  ],
  T50: [
    [
      doors,
      'no endpoint accepts a URL inside the network, and all calls together connect only to the database',
    ],
  ],
  T51: [['db/backup/backup.test.ts', 'reveals nothing without its key']],
  T52: [
    [wire, 'all dependencies of the build are locked, and their number is limited'],
    [wire, 'only locked packages with matching hashes are installed'],
  ],
  T53: [['tests/logs.test.ts', 'no name, address, answer, password, token or key is in the log']],
  T54: [[wire, 'an API path with a file name added is refused']],
}

test('every threat in the threat model has tests', () => {
  const all = Array.from({ length: 54 }, (_, index) => `T${index + 1}`)
  expect(Object.keys(shown)).toEqual(all)
})

test.each(Object.entries(shown))('%s has tests that exist', (_, tests) => {
  for (const [file, title] of tests)
    expect(
      readFileSync(join(import.meta.dirname, '..', file), 'utf8').includes(title),
      `${file}: ${title}`,
    ).toBe(true)
})
