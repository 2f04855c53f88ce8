import { expect, test } from 'vitest'
import type { SentEntry } from './outbox.ts'
import { onSent, publishOutcome } from './outcomes.ts'

const outcome = (id: string): SentEntry => ({ id, kind: 'answer', about: 'question 1', input: {} })

test('outcomes published before anybody listens are delivered once, to the first listener that asks for them', () => {
  publishOutcome(outcome('before'))
  const outcomes: Record<'plain' | 'first' | 'second', string[]> = { plain: [], first: [], second: [] }
  const stop = onSent(({ id }) => void outcomes.plain.push(id))
  onSent(({ id }) => void outcomes.first.push(id), { fromStart: true })
  onSent(({ id }) => void outcomes.second.push(id), { fromStart: true })
  publishOutcome(outcome('after'))
  stop()
  publishOutcome(outcome('last'))
  expect(outcomes).toEqual({
    plain: ['after'],
    first: ['before', 'after', 'last'],
    second: ['after', 'last'],
  })
})
