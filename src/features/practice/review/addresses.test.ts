import { expect, test } from 'vitest'
import { dotWords, inForce } from './addresses.ts'

const dot = {
  quesNum: 2,
  sequenceQuesNum: 7,
  answered: true,
  solved: false,
  partly: false,
  over: false,
  waits: false,
  comment: false,
  hintSteps: 0,
}

test('staff see the state of every question, even while the work is in progress', () => {
  const started = { kind: 'homework' as const, state: 'started' as const }
  expect(dotWords({ ...dot, solved: true }, started)).toBe('right')
  expect(dotWords({ ...dot, answered: false }, started)).toBe('not answered')
  expect(dotWords({ ...dot, waits: true }, started)).toBe('waits for a grade')
  expect(dotWords(dot, started)).toBe('tried')
  expect(dotWords(dot, { ...started, state: 'returned' })).toBe('not right')
  expect(dotWords(dot, { kind: 'test', state: 'started' })).toBe('not right')
  expect(dotWords({ ...dot, partly: true }, { kind: 'test', state: 'returned' })).toBe('partly right')
})

test('the current verdict is described with its share and reason', () => {
  const half = { status: 'partial' as const, score: 0.5, parts: [{ status: 'partial' as const, score: 0.5, reason: 'Partly right.' }] }
  const asked = { verdict: half, solved: false, waits: false, given: { kind: 'fr' as const, parts: ['5'] } }
  expect(inForce(asked)).toEqual({ status: 'partial', words: 'Partly right, 50%.' })
  const lowest = { ...half, parts: [{ ...half.parts[0]!, reason: 'Not in lowest terms.' }] }
  expect(inForce({ ...asked, verdict: lowest }).words).toBe('Partly right, 50%. Not in lowest terms.')
  expect(inForce({ ...asked, waits: true }).status).toBe('ungraded')
  expect(inForce({ ...asked, solved: true }).words).toBe('Right.')
  expect(inForce({ ...asked, verdict: null, given: null })).toEqual({ status: null, words: 'Not answered.' })
  expect(inForce({ ...asked, given: { kind: 'fr', parts: [' '] } }).words).toBe('Not answered: the student cleared it.')
})
