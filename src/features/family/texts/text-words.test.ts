import { expect, test } from 'vitest'
import { textWords } from './text-words.ts'

const home = 'https://learn.example'
const message = { center: 'Maple Street', subject: 'Sam has class tomorrow', home }

test('a text names the sender, leaves out the greeting, and ends with the link', () => {
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
  expect(text.length).toBeLessThanOrEqual(306)
  expect(text.length).toBeGreaterThan(300)
  expect(text).toMatch(/^Maple Street: very long .*\.\.\. https:\/\/learn\.example\/parent$/)
})

test('typographic marks are replaced, and a text with characters outside the GSM alphabet is cut to 134 characters', () => {
  const body = (text: string) => `Hello,\n\n${text}\n`
  expect(textWords({ ...message, body: body('Sam wasn’t in “Math 5” – today') })).toBe(
    'Maple Street: Sam wasn\'t in "Math 5" - today',
  )
  expect(textWords({ ...message, body: body('Él vendrá mañana. '.repeat(20)) }).length).toBeLessThanOrEqual(
    134,
  )
  expect(textWords({ ...message, body: body('Señor ¿qué? '.repeat(40)) }).length).toBeGreaterThan(300)
})
