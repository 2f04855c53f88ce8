import { expect, test } from 'vitest'
import type { Effects } from './credit-state.ts'
import { effectWords } from './effect-words.ts'

const none = { children: 8, credits: 0, beyond: 0, makeups: 0, trials: 0, spent: 0 }
test.each<[Partial<Effects>, boolean, string]>([
  [
    { credits: 7, makeups: 1 },
    false,
    '8 children: 7 new make-up credits, 1 make-up credit is available again.',
  ],
  [
    { makeups: 2, trials: 1 },
    false,
    '8 children: no new make-up credits, 2 make-up credits are available again, 1 trial is canceled.',
  ],
  [
    { credits: 6, beyond: 1 },
    false,
    '8 children: 6 new make-up credits. 1 child gets no credit because of the center’s limit on open credits.',
  ],
  [{ children: 0 }, false, 'No students expected.'],
  [{ children: 1, credits: 1 }, true, '1 child: 1 make-up credit is void.'],
  [
    { credits: 7, makeups: 1, trials: 2, spent: 1 },
    true,
    '8 children: 7 make-up credits are void, 1 make-up is back on, 2 trials are back on. One of the void credits is booked for a make-up, which stays and will show under Oddities.',
  ],
  [{}, true, '8 children: no credits change.'],
])('the effects %o are described in words', (more, meets, want) =>
  expect(effectWords({ ...none, ...more }, meets)).toBe(want),
)
