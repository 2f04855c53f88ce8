import { expect, test, vi } from 'vitest'
import { rememberPage, takeRequestedPage } from './requested-page.ts'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})

test.each([
  ['a page requested before anybody logged in', { href: '/centers?find=a', user: null }, '/centers?find=a'],
  ['a page requested by the same user', { href: '/centers', user: 'me' }, '/centers'],
  ['a page requested by another user', { href: '/centers', user: 'other' }, null],
  ['another site', { href: '//evil.example', user: null }, null],
  ['another site after a backslash', { href: '/\\evil.example', user: null }, null],
])(
  'a requested page is returned only once, and only if it is on this site and no other user requested it: %s',
  (_, requested, page) => {
    rememberPage(requested)
    expect(takeRequestedPage('me')).toBe(page)
    expect(takeRequestedPage('me')).toBeNull()
  },
)
