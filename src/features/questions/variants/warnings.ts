import type { AnswerKey } from '../rules.ts'
import { holesOf } from './filling.ts'
import { lettersIn, type Variables } from './variants.ts'

/** Question as its author wrote it. It is random if it has variables. */
type AuthoredQuestion = { instructions: string; source: string; key: AnswerKey; variables?: Variables | null }
/** Variant of the question, with its values filled in. */
type Form = { instructions: string; content: unknown; key: AnswerKey }

/** Lists all strings in a key, because they may have placeholders. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn)
}

/**
 * Returns the variables that affect the question: those in placeholders, in conditions, or in derived
 * variables that are used.
 */
function usedIn({ instructions, source, key, variables }: AuthoredQuestion): Set<string> {
  const holes = [instructions, source, ...textsIn(key)].flatMap(holesOf)
  const conditions = (variables?.constraints ?? []).map((text) => text.replace(/\s+is\s+whole$/i, ''))
  const used = new Set([...holes, ...conditions].flatMap(lettersIn))
  for (const { name, value } of (variables?.derived ?? []).toReversed())
    if (used.has(name)) for (const letter of lettersIn(value)) used.add(letter)
  return used
}

/** Returns advice about unused variables; `names` must not be empty. */
function idleWarning(names: readonly string[]) {
  const hole = `{{${names[0]}}}`
  const [last, rest] = [names.at(-1), names.slice(0, -1).join(', ')]
  return rest === ''
    ? `${last} isn’t used. Write ${hole} in the text or the answer, or delete ${last}.`
    : `${rest} and ${last} aren’t used. Write ${hole} in the text or the answer, or delete the variables.`
}

/**
 * Returns warnings about random values that have no effect, each with advice. The question can still be used.
 * `forms` are the variants to store; none if no variant could be filled in.
 */
export function warningsOf(written: AuthoredQuestion, forms: readonly Form[]): string[] {
  const { instructions, source, key, variables } = written
  if (!variables) return []
  const names = [...variables.given, ...variables.derived].map(({ name }) => name)
  if ([instructions, source, ...textsIn(key)].flatMap(holesOf).length === 0) {
    const first = `{{${names[0] ?? 'a'}}}`
    return [
      `The random values aren’t used, so every student gets the same question. Write ${first} in the text or the answer, or turn random values off.`,
    ]
  }
  const used = usedIn(written)
  const idle = names.filter((name) => !used.has(name))
  if (idle.length > 0) return [idleWarning(idle)]
  if (forms.length === 1)
    return [
      'There is only one variant, so every student gets the same question. Give the variables more values.',
    ]
  const all = new Set(forms.map((form) => JSON.stringify([form.instructions, form.content, form.key])))
  return forms.length > 1 && all.size === 1
    ? [
        'All variants are the same, so every student gets the same question. Change what is between the braces.',
      ]
    : []
}
