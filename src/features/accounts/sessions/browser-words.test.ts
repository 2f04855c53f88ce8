import { expect, test } from 'vitest'
import { spanish } from '#features/overview/spanish-staff.ts'
import { addLanguage, inLanguage } from '#shared/language.ts'
import { browserInWords, translateBrowser } from './browser-words.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on Mac',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPad',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
    'Chrome on Chromebook',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-X200) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/150.0 Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'An unknown browser'],
  ['', 'An unknown browser'],
])('a browser is described in words: %s', (agent, words) => expect(browserInWords(agent)).toBe(words))

test.each([
  ['Chrome on Linux', 'Chrome en Linux'],
  ['Safari', 'Safari'],
  ['An unknown browser', 'Un navegador desconocido'],
])('a browser’s description from the server is translated into Spanish: %s', (words, translated) => {
  addLanguage(spanish)
  expect(inLanguage('es', () => translateBrowser(words))).toBe(translated)
})
