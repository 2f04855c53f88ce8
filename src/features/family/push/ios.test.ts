import { expect, test } from 'vitest'
import { isIos } from './ios.ts'

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

test.each([
  ['an iPhone', iphone, 5, true],
  ['an iPad, which names itself Macintosh', mac, 5, true],
  ['a Mac', mac, 0, false],
  ['a Windows tablet', windows, 10, false],
])('only iPhones and iPads are recognized as iOS: %s', (_, userAgent, maxTouchPoints, expected) =>
  expect(isIos({ userAgent, maxTouchPoints })).toBe(expected),
)
