import { expect, test } from 'vitest'
import { named, theme } from './theme.ts'
import tokens from './tokens.css?raw'

/** A token's value; colors as `#rrggbb`. */
const token = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1] ?? ''

/** WCAG 2.2 relative luminance of `#rrggbb`, 0 to 1. */
function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const quiet = ['surface', 'ground']

test.each([
  ...['text', 'secondary', 'primary', 'success', 'info', 'warn', 'error', 'brand'].flatMap((text) =>
    quiet.map((under) => [text, under]),
  ),
  ...['primary', 'primary-strong', 'secondary', 'success', 'info', 'warn', 'error', 'brand'].map((under) => [
    'surface',
    under,
  ]),
  ...['success', 'info', 'warn', 'error', 'primary'].map((text) => [text, `${text}-background`]),
  ...[
    'success-background',
    'info-background',
    'warn-background',
    'error-background',
    'primary-background',
  ].map((under) => ['text', under]),
  ['text', 'accent'],
  ['text', 'accent-background'],
])('%s on %s has a contrast of 4.5:1 or better', (text = '', under = '') => {
  expect(contrast(token(text), token(under))).toBeGreaterThanOrEqual(4.5)
})

test.each(quiet)('a field border has a contrast of 3:1 or better on %s', (under) => {
  expect(contrast(token('edge'), token(under))).toBeGreaterThanOrEqual(3)
})

test.each(Object.entries(named))('%s is %s on staff screens and family screens', (name, hex) => {
  expect(token(name)).toBe(hex)
  expect(theme.colors?.[name]?.[6]).toBe(hex)
})

test('the only color theme is light', () => {
  expect(tokens.match(/color-scheme: \w+/g)).toEqual(['color-scheme: light'])
})
