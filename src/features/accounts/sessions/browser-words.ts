import { translateSentence, t } from '#shared/language.ts'

/** Browsers, checked in this order because the headers of most of them also name some of the later ones. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

const firstOf = (kinds: readonly (readonly [string, RegExp])[], agent: string) =>
  kinds.find(([, mark]) => mark.test(agent))?.[0]

/**
 * Describes the browser that sent a User-Agent header: `Chrome on Android`. Leaves out the part that it
 * doesn't recognize. An iPad that requests desktop pages claims to be a Mac.
 */
export function browserInWords(agent: string) {
  const [browser, system] = [firstOf(browsers, agent), firstOf(systems, agent)]
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? t('An unknown browser')
}

/** Translates a description that the server generated in English into the reader's language. */
export function translateBrowser(words: string) {
  const [browser, system] = words.split(' on ')
  return system ? t('{browser} on {system}', { browser, system }) : translateSentence(words)
}
