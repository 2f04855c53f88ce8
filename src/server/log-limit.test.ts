import { expect, test } from 'vitest'
import { limitedLog } from './log-limit.ts'

type Line = { level: string; facts: Record<string, unknown>; message: string }

function recordedLog() {
  const lines: Line[] = []
  const level = (name: string) => (facts: Line['facts'], message: string) =>
    void lines.push({ level: name, facts, message })
  const log = { info: level('info'), warn: level('warn'), error: level('error') }
  return { lines, few: limitedLog(log as never) }
}
const lineOf = (kind: string, subject: string) => ({
  level: 'warn' as const,
  kind,
  subject,
  facts: { code: kind },
  message: 'refused',
})

test('repeated lines about one caller are summarized, and other callers are still logged', () => {
  const { lines, few } = recordedLog()
  for (let n = 0; n < 1254; n += 1) few.write(lineOf('forbidden', 'one'), { n })
  few.write(lineOf('forbidden', 'other'), { n: 'other' })
  expect(lines).toHaveLength(21)
  expect(lines.at(-1)?.facts).toEqual({ code: 'forbidden', n: 'other' })
  few.end()
  expect(lines.at(-1)).toEqual({
    level: 'warn',
    facts: { code: 'forbidden', more: 1234 },
    message: 'refused, and 1,234 more',
  })
  few.write(lineOf('forbidden', 'one'))
  expect(lines).toHaveLength(23)
})

test('a flood from many callers is limited and does not suppress lines of other levels', () => {
  const { lines, few } = recordedLog()
  for (let n = 0; n < 30_000; n += 1) few.write(lineOf(`kind ${n % 10}`, `caller ${n}`))
  few.write({ ...lineOf('failed', ''), level: 'error', message: 'request failed' })
  few.end()
  expect(
    lines.filter(({ level, facts }) => level === 'warn' && !('more' in facts)).length,
  ).toBeLessThanOrEqual(400)
  expect(lines.filter(({ facts }) => 'more' in facts)).toHaveLength(10)
  expect(lines.some(({ level }) => level === 'error')).toBe(true)
})
