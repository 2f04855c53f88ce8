import { expect, test } from 'vitest'
import { offInWords } from './absence-words.ts'

test('a closed day is given as the reason why a child isn’t expected', () => {
  expect(offInWords({ kind: 'closed', name: 'Snow <day>' })).toBe('Center closed: Snow <day>')
  expect(offInWords({ kind: 'closed', name: '' })).toBe('Center closed')
})
