import { expect, test } from 'vitest'
import type { Sent } from './outbox.ts'
import { onSent, publishOutcome } from './outcomes.ts'

const outcome = (id: string): Sent => ({ id, kind: 'answer', about: 'question 1', input: {} })

test('outcomes published before anybody listens are delivered once, to the first listener that asks for them', () => {
  publishOutcome(outcome('before'))
  const heard: Record<'plain' | 'first' | 'second', string[]> = { plain: [], first: [], second: [] }
  const stop = onSent(({ id }) => void heard.plain.push(id))
  onSent(({ id }) => void heard.first.push(id), { fromStart: true })
  onSent(({ id }) => void heard.second.push(id), { fromStart: true })
  publishOutcome(outcome('after'))
  stop()
  publishOutcome(outcome('last'))
  expect(heard).toEqual({
    plain: ['after'],
    first: ['before', 'after', 'last'],
    second: ['after', 'last'],
  })
})
