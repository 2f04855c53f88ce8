import { families, type Pair } from './families.ts'
import { dice } from './formula.ts'

export const kinds = ['wrong', 'right'] as const
type Kind = (typeof kinds)[number]
type Status = 'correct' | 'incorrect' | 'ungraded' | 'invalid'

/** Grading function of the product's engine, or of another engine for comparison. */
export type Grade = (pair: Pair) => Status

/** Batch of pairs of one family with its own seed. */
export type Lot = { family: string; kind: Kind; seed: number; pairs: number }
/** Result of a lot: verdicts, microseconds per grade, and some of the pairs that broke a promise. */
export type Result = Lot & {
  counts: Record<Status, number>
  times: Float32Array<ArrayBuffer>
  broken: Pair[]
}

const maxTries = 200
const maxBroken = 5
/**
 * Time in microseconds above which a grade is timed again. The shortest time counts, because other programs
 * use the machine, too.
 */
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

/**
 * Generates the pairs of a lot and grades each. Returns fewer results if the family generates fewer pairs.
 */
export function grade(lot: Lot, by: Grade): Result {
  const roll = dice(lot.seed)
  const make = families[lot.family]?.[lot.kind]
  const counts = { correct: 0, incorrect: 0, ungraded: 0, invalid: 0 }
  const times = new Float32Array(lot.pairs)
  const broken: Pair[] = []
  const fault: Status = lot.kind === 'wrong' ? 'correct' : 'incorrect'
  let done = 0
  for (let turn = 0; done < lot.pairs && turn < lot.pairs * maxTries; turn += 1) {
    const pair = make?.(roll)
    // Skip texts of more than 200 characters, which the engine doesn't compare.
    if (!pair || pair.given.length > 200 || pair.key.length > 200) continue
    const { status, least } = timed(by, pair, lot.family === plainest ? again.plain : again.other)
    counts[status] += 1
    times[done] = least
    if (status === fault && broken.length < maxBroken) broken.push(pair)
    done += 1
  }
  return { ...lot, counts, times: times.slice(0, done), broken }
}

const lots = 8

/**
 * Divides the pairs of each family into lots. The same seed always gives the same lots, regardless of the
 * number of workers.
 */
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
const at = (sorted: Float32Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

/** Returns the combined figures of several results. */
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

/** Number of right answers of which at most one may be graded wrong. */
const minRight = 1000
const longest = { plain: 30, p999: 10_000, max: 50_000 }

/** Returns the promises that the results break, one sentence each. */
export function brokenPromises(results: readonly Result[], pairs: number): string[] {
  const of = (kind: Kind) => figuresOf(results.filter((each) => each.kind === kind))
  const [wrong, right, all] = [of('wrong'), of('right'), figuresOf(results)]
  const plain = figuresOf(results.filter(({ family }) => family === plainest))
  return [
    ...(wrong.pairs < pairs || right.pairs < pairs
      ? [`only ${wrong.pairs} wrong and ${right.pairs} right pairs of ${pairs} each were graded`]
      : []),
    ...(wrong.correct > 0 ? [`${wrong.correct} wrong answers were accepted`] : []),
    ...(right.incorrect * minRight > right.pairs
      ? [`${right.incorrect} of ${right.pairs} right answers were graded wrong`]
      : []),
    ...(plain.pairs > 0 && plain.p50 > longest.plain
      ? [`half of the plain answers took more than ${longest.plain} µs`]
      : []),
    ...(all.p999 > longest.p999
      ? [`one of a thousand answers took more than ${longest.p999 / 1000} ms`]
      : []),
    ...(all.max > longest.max ? [`an answer took more than ${longest.max / 1000} ms`] : []),
  ]
}
