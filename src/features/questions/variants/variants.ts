import { z } from 'zod'
import { exactAt, type Values } from '#math/exact.ts'
import { read } from '#math/parse.ts'
import { itemsOf, lettersOf, type RelationSign, treesOf, type Answer } from '#math/tree.ts'
import type { Rational } from '#math/number.ts'

/**
 * Name of a variable. The author of a random question defines variables, and each combination of their values
 * is a variant of the question. A variable takes the values of a range in steps, takes one of several values,
 * or is derived from other variables. All values are exact.
 */
const Letter = z.string().regex(/^[a-zA-Z]$/, 'must be one letter')
const Amount = z.string().min(1).max(60)

export const Variables = z.strictObject({
  given: z
    .array(
      z.union([
        z.strictObject({ name: Letter, from: Amount, to: Amount, step: Amount }),
        z.strictObject({ name: Letter, values: z.array(Amount).min(1).max(100) }),
      ]),
    )
    .min(1)
    .max(10),
  /** Derived variables. Each may use the ones before it. */
  derived: z.array(z.strictObject({ name: Letter, value: Amount })).max(10),
  /** Conditions such as `a < b`, `a ≠ 0` or `a/b is whole`, all of which a variant must meet. */
  constraints: z.array(Amount).max(20),
})
export type Variables = z.infer<typeof Variables>

/** Maximum numbers of variants that are checked and stored. */
const maxChecked = 200
export const maxStored = 24
const maxSteps = 1000
const maxTries = 4000

type Outcome<T> = { ok: true; value: T } | { ok: false; fault: string }
const fault = (text: string) => ({ ok: false, fault: text }) as const

/** Cache of parsed expressions, because the same few are evaluated for every variant. */
const readings = new Map<string, Outcome<Answer>>()
const maxReadings = 1000

function parsed(text: string): Outcome<Answer> {
  const known = readings.get(text)
  if (known) return known
  const reading = read(text, [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'])
  const found = reading.ok
    ? ({ ok: true, value: reading.answer } as const)
    : fault(`“${text}” can’t be read. ${reading.reason}`)
  if (readings.size >= maxReadings) readings.clear()
  readings.set(text, found)
  return found
}

/** Evaluates an expression such as `2a + 1` for a variant. */
export function evaluate(text: string, values: Values): Outcome<Rational> {
  const reading = parsed(text)
  if (!reading.ok) return reading
  if (reading.value.is !== 'value') return fault(`“${text}” isn’t a single number.`)
  const unknown = lettersOf([reading.value.tree]).find((letter) => !values.has(letter))
  if (unknown) return fault(`“${text}” uses the letter ${unknown}, which isn’t a variable.`)
  const value = exactAt(reading.value.tree, values)
  return value ? { ok: true, value } : fault(`“${text}” has no exact value.`)
}

/** Lists the letters of an expression such as `2a + 1`; none if it can't be parsed. */
export function lettersIn(text: string): string[] {
  const reading = parsed(text)
  return reading.ok ? lettersOf(treesOf(reading.value)) : []
}

const compared = (a: Rational, b: Rational) => a.top * b.bottom - b.top * a.bottom
const holds: Record<RelationSign, (order: bigint) => boolean> = {
  '=': (order) => order === 0n,
  '≠': (order) => order !== 0n,
  '<': (order) => order < 0n,
  '≤': (order) => order <= 0n,
  '>': (order) => order > 0n,
  '≥': (order) => order >= 0n,
}

type Test = (values: Values) => boolean

/** Parses a constraint into a test, which is false if a side has no value. */
function constraint(text: string): Outcome<Test> {
  const [, of] = /^(.+?)\s+is\s+whole$/i.exec(text) ?? []
  const reading = parsed(of ?? text)
  if (!reading.ok) return reading
  const answer = reading.value
  if (of !== undefined) {
    if (answer.is !== 'value') return fault(`“${text}” isn’t a condition.`)
    return { ok: true, value: (values) => exactAt(answer.tree, values)?.bottom === 1n }
  }
  if (!itemsOf(answer).every(({ is }) => is === 'relation'))
    return fault(`“${text}” isn’t a condition. Write it like a < b, a ≠ 0 or a/b is whole.`)
  return { ok: true, value: (values) => isTrue(answer, values) }
}

/** Returns true if all relations hold or, if they are joined by “or”, at least one of them. */
function isTrue(answer: Answer, values: Values): boolean {
  if (answer.is === 'cases') return answer.items.some((item) => isTrue(item, values))
  if (answer.is === 'list')
    return answer.joined === 'or'
      ? answer.items.some((item) => isTrue(item, values))
      : answer.items.every((item) => isTrue(item, values))
  if (answer.is !== 'relation') return false
  const [left, right] = [exactAt(answer.sides[0], values), exactAt(answer.sides[1], values)]
  return left !== null && right !== null && holds[answer.sign](compared(left, right))
}

const none: Values = new Map()

/** Lists the values of a variable. */
function rangeOf(variable: Variables['given'][number]): Outcome<Rational[]> {
  if ('values' in variable) {
    const values = variable.values.map((text) => evaluate(text, none))
    const bad = values.find(({ ok }) => !ok)
    return bad && !bad.ok ? bad : { ok: true, value: values.flatMap((each) => (each.ok ? [each.value] : [])) }
  }
  const [from, to, step] = [variable.from, variable.to, variable.step].map((text) =>
    evaluate(text, none),
  ) as [Outcome<Rational>, Outcome<Rational>, Outcome<Rational>]
  for (const each of [from, to, step]) if (!each.ok) return each
  if (!from.ok || !to.ok || !step.ok) return fault('')
  if (step.value.top <= 0n) return fault(`The step of ${variable.name} must be greater than 0.`)
  const list: Rational[] = []
  const bottom = from.value.bottom * step.value.bottom
  const [start, further] = [from.value.top * step.value.bottom, step.value.top * from.value.bottom]
  for (let top = start; compared({ top, bottom }, to.value) <= 0n; top += further) {
    list.push({ top, bottom })
    if (list.length > maxSteps) return fault(`${variable.name} has more than ${maxSteps} values.`)
  }
  return list.length > 0
    ? { ok: true, value: list }
    : fault(`The range of ${variable.name} ends before it starts.`)
}

/** Returns a pseudorandom number generator with the same sequence everywhere (mulberry32). */
function dice(seed: string) {
  let state = [...seed].reduce(
    (hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  )
  return (most: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

/**
 * Yields combinations of indexes into the ranges: all of them if there are few, otherwise the same sample
 * every time.
 */
function* places(sizes: readonly number[], seed: string) {
  const all = sizes.reduce((product, size) => Math.min(product * size, maxTries + 1), 1)
  if (all <= maxTries) {
    for (let n = 0; n < all; n += 1) {
      let rest = n
      yield sizes.map((size) => {
        const at = rest % size
        rest = Math.floor(rest / size)
        return at
      })
    }
    return
  }
  const roll = dice(seed)
  for (let n = 0; n < maxTries; n += 1) yield sizes.map(roll)
}

/** Picks at most `most` items of a list, evenly spread, in order. */
export const spread = <T>(list: readonly T[], most: number) =>
  list.length <= most
    ? [...list]
    : Array.from({ length: most }, (_, n) => list[Math.floor((n * list.length) / most)] as T)

function withDerived(values: Map<string, Rational>, derived: Variables['derived']): boolean {
  for (const { name, value } of derived) {
    const found = evaluate(value, values)
    if (!found.ok) return false
    values.set(name, found.value)
  }
  return true
}

/** Lists letters that are defined twice or used before their definition, and formulas that can't be read. */
function nameFaults({ given, derived }: Variables): string[] {
  const known = new Set<string>()
  const faults: string[] = []
  for (const { name, ...rest } of [...given, ...derived]) {
    if (known.has(name)) faults.push(`The variable ${name} is defined twice.`)
    if ('value' in rest) {
      const reading = parsed(rest.value)
      const unknown = reading.ok
        ? lettersOf(treesOf(reading.value)).find((letter) => !known.has(letter))
        : undefined
      if (!reading.ok) faults.push(reading.fault)
      if (unknown)
        faults.push(
          `${name} = ${rest.value} uses the letter ${unknown}, which isn’t a variable defined before it.`,
        )
    }
    known.add(name)
  }
  return faults
}

/**
 * Returns the variants, at most 200. Tries only a sample of the combinations of values if there are more than
 * 4,000. If no variant is found, the faults explain why, one sentence each. Is deterministic and runs in
 * bounded time.
 */
export function variantsOf(variables: Variables): { variants: Values[]; faults: string[] } {
  const ranges = variables.given.map(rangeOf)
  const tests = variables.constraints.map(constraint)
  const faults = [
    ...nameFaults(variables),
    ...[...ranges, ...tests].flatMap((each) => (each.ok ? [] : [each.fault])),
  ]
  if (faults.length > 0) return { variants: [], faults }
  const lists = ranges.flatMap((each) => (each.ok ? [each.value] : []))
  const kept: Values[] = []
  const tried = new Set<string>()
  const sizes = lists.map(({ length }) => length)
  for (const at of places(sizes, JSON.stringify(variables))) {
    if (tried.has(at.join())) continue
    tried.add(at.join())
    const values = new Map(variables.given.map(({ name }, n) => [name, lists[n]?.[at[n] ?? 0] as Rational]))
    if (withDerived(values, variables.derived) && tests.every((each) => each.ok && each.value(values)))
      kept.push(values)
  }
  if (kept.length === 0) return { variants: [], faults: ['No values meet all conditions.'] }
  return { variants: spread(kept, maxChecked), faults: [] }
}
