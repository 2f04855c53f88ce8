import { families, type Pair } from './families.ts'
import { dice } from './formula.ts'

export const kinds = ['wrong', 'right'] as const
type Kind = (typeof kinds)[number]
type Status = 'correct' | 'incorrect' | 'ungraded' | 'invalid'

/** What grades: the product's engine, or another one to hold against it. */
export type Grade = (pair: Pair) => Status

/** So many pairs of one family, from a seed of their own. */
export type Lot = { family: string; kind: Kind; seed: number; pairs: number }
/** What came of a lot: verdicts, microseconds of each grade, and some of the pairs that broke a promise. */
export type Result = Lot & { counts: Record<Status, number>; times: Float32Array<ArrayBuffer>; broken: Pair[] }

const mostTries = 200
const mostBroken = 5
/** Above so many microseconds a time is taken again, and the least of them counts: others use the machine as well. */
const again = { plain: 20, other: 2000 }
const turns = 5
const plainest = 'plain answers'

function timed(by: Grade, pair: Pair, most: number) {
  const start = performance.now()
  const status = by(pair)
  let least = (performance.now() - start) * 1000
  for (let turn = 1; turn < turns && least > most; turn += 1) {
    const next = performance.now()
    by(pair)
    least = Math.min(least, (performance.now() - next) * 1000)
  }
  return { status, least }
}

/** Makes the pairs of a lot and grades each. Fewer come back where the family made fewer. */
export function grade(lot: Lot, by: Grade): Result {
  const roll = dice(lot.seed)
  const make = families[lot.family]?.[lot.kind]
  const counts = { correct: 0, incorrect: 0, ungraded: 0, invalid: 0 }
  const times = new Float32Array(lot.pairs)
  const broken: Pair[] = []
  const fault: Status = lot.kind === 'wrong' ? 'correct' : 'incorrect'
  let done = 0
  for (let turn = 0; done < lot.pairs && turn < lot.pairs * mostTries; turn += 1) {
    const pair = make?.(roll)
    // Past 200 characters nothing is compared.
    if (!pair || pair.given.length > 200 || pair.key.length > 200) continue
    const { status, least } = timed(by, pair, lot.family === plainest ? again.plain : again.other)
    counts[status] += 1
    times[done] = least
    if (status === fault && broken.length < mostBroken) broken.push(pair)
    done += 1
  }
  return { ...lot, counts, times: times.slice(0, done), broken }
}

const lots = 8

/** The pairs of each family in lots; the same for the same seed, however many work on them. */
export function lotsOf(pairs: number, seed: number, names: readonly string[]): Lot[] {
  const each = Math.ceil(pairs / names.length / lots)
  return names.flatMap((family, at) =>
    kinds.flatMap((kind, which) =>
      Array.from({ length: lots }, (_, lot) => ({
        family,
        kind,
        pairs: each,
        seed: Math.imul(seed + 1, 0x9e3779b1) ^ ((at * 1009 + which * 101 + lot) * 7919),
      })),
    ),
  )
}

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
const at = (sorted: Float32Array, share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

/** The figures of all results of a family and kind, or of several. */
export function figuresOf(results: readonly Result[]) {
  const times = new Float32Array(sum(results.map((each) => each.times.length)))
  let end = 0
  for (const each of results) {
    times.set(each.times, end)
    end += each.times.length
  }
  times.sort()
  const counted = (status: Status) => sum(results.map(({ counts }) => counts[status]))
  return {
    pairs: times.length,
    correct: counted('correct'),
    incorrect: counted('incorrect'),
    ungraded: counted('ungraded'),
    invalid: counted('invalid'),
    p50: at(times, 0.5),
    p999: at(times, 0.999),
    max: at(times, 1),
    broken: results.flatMap(({ broken }) => broken),
  }
}

/** At most 1 of so many right answers may be called wrong. */
const leastRight = 1000
const longest = { plain: 30, p999: 10_000, max: 50_000 }

/** Promises that the results don't keep, one sentence each. */
export function brokenPromises(results: readonly Result[], pairs: number): string[] {
  const of = (kind: Kind) => figuresOf(results.filter((each) => each.kind === kind))
  const [wrong, right, all] = [of('wrong'), of('right'), figuresOf(results)]
  const plain = figuresOf(results.filter(({ family }) => family === plainest))
  return [
    ...(wrong.pairs < pairs || right.pairs < pairs
      ? [`only ${wrong.pairs} wrong and ${right.pairs} right pairs of ${pairs} each were graded`]
      : []),
    ...(wrong.correct > 0 ? [`${wrong.correct} wrong answers were accepted`] : []),
    ...(right.incorrect * leastRight > right.pairs ? [`${right.incorrect} of ${right.pairs} right answers were called wrong`] : []),
    ...(plain.pairs > 0 && plain.p50 > longest.plain ? [`half of the plain answers took more than ${longest.plain} µs`] : []),
    ...(all.p999 > longest.p999 ? [`one of a thousand answers took more than ${longest.p999 / 1000} ms`] : []),
    ...(all.max > longest.max ? [`an answer took more than ${longest.max / 1000} ms`] : []),
  ]
}
