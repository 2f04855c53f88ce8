import { t } from '#shared/language.ts'

const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Chrome OS', /CrOS/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
] as const

const firstOf = (kinds: readonly (readonly [string, RegExp])[], agent: string) =>
  kinds.find(([, mark]) => mark.test(agent))?.[0]

/** Describes a user agent in plain words: `Firefox on Windows`. */
export function browserInWords(agent: string) {
  const [browser, system] = [firstOf(browsers, agent), firstOf(systems, agent)]
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? t('An unknown browser')
}
