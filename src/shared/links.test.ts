import { expect, test } from 'vitest'
import { piecesOf } from './links.ts'

test('a web address in an email becomes a link, and the text around it stays unchanged', () => {
  expect(piecesOf('Choose here:\n\nhttps://example.org/setup#token=a-b_c\n\nIt works once.')).toEqual([
    { text: 'Choose here:\n\n', link: false },
    { text: 'https://example.org/setup#token=a-b_c', link: true },
    { text: '\n\nIt works once.', link: false },
  ])
})

test('the period after an address is not part of it', () => {
  expect(piecesOf('See http://localhost:8080/mail. Bye')).toEqual([
    { text: 'See ', link: false },
    { text: 'http://localhost:8080/mail', link: true },
    { text: '. Bye', link: false },
  ])
})

test('only web addresses become links', () => {
  expect(piecesOf('javascript:alert(1) ftp://example.org')).toEqual([
    { text: 'javascript:alert(1) ftp://example.org', link: false },
  ])
})
