import { expect, test } from 'vitest'
import { textWords } from './text-words.ts'

const home = 'https://learn.example'
const message = { center: 'Maple Street', subject: 'Sam has class tomorrow', home }

test('a text says who writes and what, without the greeting, and ends with the link', () => {
  const body = `Hello Pilar,\n\nSam has class tomorrow.\n\n${home}/parent/students/1\n`
  expect(textWords({ ...message, body })).toBe(
    `Maple Street: Sam has class tomorrow. ${home}/parent/students/1`,
  )
})

test('a message without a link or a center is just its text', () =>
  expect(textWords({ ...message, center: null, body: 'Hello Pilar,\n\nSam was absent.\n' })).toBe(
    'Sam was absent.',
  ))

test('a long message is cut, but its link is not', () => {
  const body = `Hello,\n\n${'very long '.repeat(60)}\n\n${home}/parent\n`
  const text = textWords({ ...message, body })
  expect(text).toHaveLength(306)
  expect(text).toMatch(/^Maple Street: very long .*… https:\/\/learn\.example\/parent$/)
})
