import { expect, test } from 'vitest'
import { offInWords } from './absence-words.ts'

test('reasons why a child isn’t expected', () => {
  expect(offInWords({ kind: 'closed', name: 'Snow <day>' })).toBe('Center closed: Snow <day>')
  expect(offInWords({ kind: 'closed', name: '' })).toBe('Center closed')
})
