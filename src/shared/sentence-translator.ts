import type { Catalog } from './language.ts'

const blank = /\{(\w+)\}/g

/**
 * Minimum number of letters in a template. Shorter ones would also match sentences that they didn't generate.
 */
const minLetters = 8

type Template = { pattern: RegExp; names: string[]; translation: string; letters: number }

function templateOf([text, translation]: [string, string]): Template {
  const parts = text.split(/\{\w+\}/)
  return {
    pattern: new RegExp(
      `^${parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('(.*?)')}$`,
      's',
    ),
    names: [...text.matchAll(blank)].map(([, name]) => name as string),
    translation,
    letters: parts.join('').replaceAll(/\P{L}/gu, '').length,
  }
}

const templatesOf = (catalog: Catalog) =>
  Object.entries(catalog)
    .filter(([text]) => /\{\w+\}/.test(text))
    .map(templateOf)
    .filter(({ letters }) => letters >= minLetters)
    .toSorted((one, other) => other.letters - one.letters)

/**
 * Returns a count such as `2 decimal places` in the catalog's language, or null if the text isn't a count or
 * the catalog lacks the noun.
 */
function countIn(catalog: Catalog, text: string) {
  const [, count, noun] = /^([\d,]+) (\D+)$/.exec(text) ?? []
  if (count === undefined || noun === undefined) return null
  const forms = catalog[count === '1' ? `${noun}s` : noun]?.split('|')
  return forms?.length === 2 ? `${count} ${forms[count === '1' ? 0 : 1]}` : null
}

/**
 * Returns a function that translates English sentences whose placeholders are already filled in. It finds the
 * template that generated a sentence, and translates the filled-in values as well. `finish` then translates
 * what isn't part of any template, such as days. Sentences that no template generated, such as an author's,
 * stay unchanged.
 */
export function sentenceTranslator(catalog: Catalog, finish: (text: string) => string) {
  let templates: Template[] | undefined
  function translate(sentence: string): string {
    const known = catalog[sentence] ?? countIn(catalog, sentence)
    if (known !== null) return known
    const spaces = /^ +/.exec(sentence)?.[0]
    if (spaces) return spaces + translate(sentence.slice(spaces.length))
    templates ??= templatesOf(catalog)
    for (const { pattern, names, translation } of templates) {
      const found = pattern.exec(sentence)
      if (!found) continue
      const values = new Map(names.map((name, at) => [name, translate(found[at + 1] ?? '')]))
      return translation.replace(blank, (_, name: string) => values.get(name) ?? '')
    }
    return sentence
  }
  return (sentence: string) => finish(translate(sentence))
}
