import { describe, expect, test } from 'vitest'
import { named, theme } from './theme.ts'
import tokens from './tokens.css?raw'

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** Returns a color token in one theme as `#rrggbb`. */
function token(name: string, scheme: Scheme) {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1] ?? ''
  const [, light = value, dark = value] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? []
  return { light, dark }[scheme]
}

/** Returns the WCAG 2.2 relative luminance of `#rrggbb`, from 0 to 1. */
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

const pairs = [
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
  ['on-accent', 'accent'],
  ['on-bar', 'bar'],
  ['text', 'accent-background'],
]

describe.each(schemes)('in the %s theme', (scheme) => {
  test.each(pairs)('%s on %s has a contrast of 4.5:1 or better', (text = '', under = '') => {
    expect(contrast(token(text, scheme), token(under, scheme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(quiet)('a field border has a contrast of 3:1 or better on %s', (under) => {
    expect(contrast(token('edge', scheme), token(under, scheme))).toBeGreaterThanOrEqual(3)
  })
})

test.each(Object.entries(named))('%s is %s on staff screens and family screens', (name, hex) => {
  expect(token(name, 'light')).toBe(hex)
  expect(theme.colors?.[name]?.[6]).toBe(hex)
})
