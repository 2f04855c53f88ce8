/**
 * Rules of an adaptive assessment: which question comes next, when it is certain enough, and which level it finds.
 *
 * All questions lie on one scale of levels. The assessed level is from 0 to 1, the next one from 1 to 2, the
 * previous one from -1 to 0, and the chapters of a level divide it evenly. What a child can do is a place on this
 * scale: the child knows most of what lies before it, and little of what lies behind it. Each answer changes how
 * likely every place is (Bayes). The next question is the one after which the place is expected to be known best.
 *
 * The figures were chosen on simulated learners whose answers follow other curves than the one below
 * (`bench/placement.ts`).
 */

/** A question that can be asked. */
export type Candidate = {
  num: number
  /** Number of its section in the work. */
  section: number
  /** Place on the scale of levels. */
  place: number
  /** Chance of a right answer by guessing. */
  guess: number
}

/** A question that was answered, with its score from 0 to 1; null until a person has graded it. */
export type Answered = Candidate & { score: number | null }

/** Minimum number of questions, because a few answers in a row can be luck. */
export const fewestQuestions = 8

const figures = {
  /** Log-odds by which a question gets harder over one level. */
  slope: 5,
  /** Share of questions that a child gets wrong although it can do them. */
  slip: 0.08,
  /** Levels by which a child is usually away from the middle of the level that it was assigned. */
  spread: 1,
  /** Levels within which the place must be certain, and how certain it must be to stop. */
  within: 1 / 3,
  certain: 0.9,
  /** Levels beyond the first and the last question in which a child can be. */
  beyond: 0.5,
  step: 0.05,
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

/** Chance that a child at a place answers a question right. */
const chance = (at: number, { place, guess }: Candidate) =>
  guess + (1 - guess - figures.slip) * sigmoid(figures.slope * (at - place))

type Weights = { at: number; weight: number }[]

const normalized = (weights: Weights): Weights => {
  const sum = weights.reduce((all, { weight }) => all + weight, 0)
  return weights.map(({ at, weight }) => ({ at, weight: weight / sum }))
}

/** Likelihood of each place before the first answer: around the middle of the assessed level. */
function before(questions: readonly Candidate[]): Weights {
  const places = questions.map(({ place }) => place)
  const [from, to] = [Math.min(...places) - figures.beyond, Math.max(...places) + figures.beyond]
  const steps = Math.round((to - from) / figures.step)
  const all = Array.from({ length: steps + 1 }, (_, nth) => from + nth * figures.step)
  return normalized(
    all.map((at) => ({ at, weight: Math.exp(-((at - 0.5) ** 2) / (2 * figures.spread ** 2)) })),
  )
}

/** Likelihood of each place after one more answer. Partly right counts as so much of a right answer. */
function after(weights: Weights, answered: Answered): Weights {
  const { score } = answered
  if (score === null) return weights
  return normalized(
    weights.map(({ at, weight }) => {
      const right = chance(at, answered)
      return { at, weight: weight * right ** score * (1 - right) ** (1 - score) }
    }),
  )
}

const meanOf = (weights: Weights) => weights.reduce((sum, { at, weight }) => sum + at * weight, 0)

function varianceOf(weights: Weights) {
  const mean = meanOf(weights)
  return weights.reduce((sum, { at, weight }) => sum + (at - mean) ** 2 * weight, 0)
}

/** Variance of the place that is expected after a question. */
function expectedVariance(weights: Weights, question: Candidate) {
  const right = weights.reduce((sum, { at, weight }) => sum + weight * chance(at, question), 0)
  const then = (score: number) => varianceOf(after(weights, { ...question, score }))
  return right * then(1) + (1 - right) * then(0)
}

/** A child's place on the scale, with the chance that it is right within a third of a level. */
export type Standing = { place: number; certainty: number }

function standingIn(weights: Weights): Standing {
  const place = meanOf(weights)
  const near = weights.filter(({ at }) => Math.abs(at - place) <= figures.within)
  return { place, certainty: near.reduce((sum, { weight }) => sum + weight, 0) }
}

type Assessment = {
  /** All questions that can be asked, the answered ones included. */
  pool: readonly Candidate[]
  answered: readonly Answered[]
}

const weightsOf = ({ pool, answered }: Assessment) => answered.reduce(after, before(pool))

/** Returns where the answers put a child. `pool` must not be empty. */
export const standingOf = (assessment: Assessment) => standingIn(weightsOf(assessment))

/**
 * Returns the number of the question to ask next; null once the place is certain enough, after `most` questions,
 * and if there are none left. Sections that weren't asked yet come first.
 */
export function nextQuestion(assessment: Assessment, most: number): number | null {
  const { pool, answered } = assessment
  const asked = new Set(answered.map(({ num }) => num))
  const left = pool.filter(({ num }) => !asked.has(num))
  if (left.length === 0 || answered.length >= most) return null
  const weights = weightsOf(assessment)
  if (answered.length >= fewestQuestions && standingIn(weights).certainty >= figures.certain) return null
  const sections = new Set(answered.map(({ section }) => section))
  const fresh = left.filter(({ section }) => !sections.has(section))
  const ranked = (fresh.length > 0 ? fresh : left)
    .map((question) => ({ num: question.num, variance: expectedVariance(weights, question) }))
    .toSorted((one, other) => one.variance - other.variance || one.num - other.num)
  return ranked[0]?.num ?? null
}
