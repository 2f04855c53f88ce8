import { describe, expect, test } from 'vitest'
import { entryWords } from './entry-words.ts'
import { longWaiting, waitingWords } from './long-waiting.ts'

const now = Date.parse('2026-11-25T12:00:00Z')
const answer = { kind: 'answer' }
const entry = (user: string, at: string) => ({ ...answer, user, firstName: user, at })

describe('answers that have not arrived', () => {
  test('are listed by person once they are a day old, the longest wait first', () => {
    const entries = [
      entry('Ana', '2026-11-24T11:00:00Z'),
      entry('Sam', '2026-11-23T09:00:00Z'),
      entry('Sam', '2026-11-24T09:00:00Z'),
      entry('Sam', '2026-11-25T09:00:00Z'),
      entry('Lee', '2026-11-24T13:00:00Z'),
    ]
    expect(longWaiting(entries, now)).toEqual([
      { user: 'Sam', firstName: 'Sam', entries: [answer, answer], since: Date.parse('2026-11-23T09:00:00Z') },
      { user: 'Ana', firstName: 'Ana', entries: [answer], since: Date.parse('2026-11-24T11:00:00Z') },
    ])
  })

  test('are shown with the day they were entered, and the person if known', () => {
    const since = Date.parse('2026-11-23T12:00:00Z')
    expect(waitingWords({ entries: [answer, answer, answer], since, firstName: 'Sam' }, now)).toBe(
      '3 answers from Sam have been waiting to be sent since Monday.',
    )
    expect(waitingWords({ entries: [answer], since, firstName: '' }, now)).toBe(
      '1 answer has been waiting to be sent since Monday.',
    )
    const longer = Date.parse('2026-11-16T12:00:00Z')
    expect(waitingWords({ entries: [answer, answer], since: longer, firstName: '' }, now)).toBe(
      '2 answers have been waiting to be sent since November 16.',
    )
  })

  test('are counted by kind, and so are marks, even if one entry contains several', () => {
    const marks = { kind: 'mark', count: 12 }
    expect(entryWords([answer, marks, answer, { kind: 'mark' }])).toEqual({
      total: 15,
      words: '2 answers and 13 marks',
    })
    expect(entryWords([{ kind: 'mark' }])).toEqual({ total: 1, words: '1 mark' })
  })
})
