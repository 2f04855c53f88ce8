import { chanceOf, Learner } from '#features/mastery/estimate.ts'
import { bankOf, normal, randomFrom, sigmoid, SimulatedChild } from './learners.ts'

/** Predicted chance that a first try is right, and whether it was. */
type Prediction = { chance: number; right: boolean }

type Answered = {
  section: number
  question: number
  difficulty: number
  at: number
  tries: number
  solved: boolean
  hints: number
}

/**
 * Predicts whether a child will get the next question right on the first try without hints, and learns from
 * each answer.
 */
type Predictor = {
  chance: (next: Pick<Answered, 'section' | 'question' | 'difficulty' | 'at'>) => number
  take: (answered: Answered) => void
}

const isRight = ({ tries, solved, hints }: Answered) => solved && tries === 1 && hints === 0

const ours = (): Predictor => {
  const learner = new Learner()
  return {
    chance: ({ section, at, difficulty }) => chanceOf(learner.at(String(section), at), difficulty),
    take: ({ section, ...answered }) => learner.take({ sectionId: String(section), ...answered }),
  }
}

/**
 * Predicts a chance equal to the share of right answers among the last five in the section, smoothed toward
 * 0.6.
 */
const lastFive = (): Predictor => {
  const bySection = new Map<number, boolean[]>()
  return {
    chance({ section }) {
      const last = (bySection.get(section) ?? []).slice(-5)
      return (last.filter(Boolean).length + 1.2) / (last.length + 2)
    },
    take(answered) {
      bySection.set(answered.section, [...(bySection.get(answered.section) ?? []), isRight(answered)])
    },
  }
}

/** Elo: one rating for the child and one for each section. Both change after each answer. */
const elo = (): Predictor => {
  let child = 0
  const sections = new Map<number, number>()
  const expected = (section: number, difficulty: number) =>
    sigmoid(child + (sections.get(section) ?? 0) - difficulty)
  return {
    chance: ({ section, difficulty }) => expected(section, difficulty),
    take(answered) {
      const surprise = (isRight(answered) ? 1 : 0) - expected(answered.section, answered.difficulty)
      child += 0.12 * surprise
      sections.set(answered.section, (sections.get(answered.section) ?? 0) + 0.35 * surprise)
    },
  }
}

/**
 * Weights of performance factors analysis (PFA), a logistic model of the logarithms of the numbers of right
 * and wrong answers. They are fitted to a simulation whose seed differs from that of the measured one.
 */
export type Weights = { begin: number; right: number; wrong: number; difficulty: number }
const pfa =
  ({ begin, right, wrong, difficulty: weight }: Weights) =>
  (): Predictor => {
    const counts = new Map<number, { right: number; wrong: number }>()
    const of = (section: number) => counts.get(section) ?? { right: 0, wrong: 0 }
    return {
      chance: ({ section, difficulty }) =>
        sigmoid(
          begin +
            right * Math.log1p(of(section).right) +
            wrong * Math.log1p(of(section).wrong) -
            weight * difficulty,
        ),
      take(answered) {
        const before = of(answered.section)
        counts.set(
          answered.section,
          isRight(answered) ? { ...before, right: before.right + 1 } : { ...before, wrong: before.wrong + 1 },
        )
      },
    }
  }

const dayMs = 86_400_000

/**
 * Returns the predictions for simulated children who practice for a term: two or three sections a week, six
 * questions each, and some sections again later. Predictors know difficulties only approximately, as if
 * estimated from other children's answers.
 */
function predictions(make: () => Predictor, { seed, children }: { seed: number; children: number }) {
  const random = randomFrom(seed)
  const bank = bankOf(random)
  const known = bank.sections.map(({ questions }) =>
    questions.map((each) => each * 0.9 + normal(random) * 0.2),
  )
  const all: Prediction[] = []
  for (let child = 0; child < children; child += 1) {
    const learns = new SimulatedChild(random, bank)
    const predictor = make()
    let next = Math.floor(random() * 6)
    for (let day = 0; day < 100; day += 1 + Math.floor(random() * 4)) {
      const isReview = next > 3 && random() < 0.4
      const section = isReview ? Math.floor(random() * next) : Math.min(next++, bank.sections.length - 1)
      for (let n = 0; n < 6; n += 1) {
        const question = Math.floor(random() * 12)
        const at = day * dayMs + n * 60_000
        const difficulty = known[section]?.[question] ?? 0
        const chance = predictor.chance({ section, question, difficulty, at })
        const answered = { section, question, difficulty, at, ...learns.answer(section, question, at) }
        all.push({ chance, right: isRight(answered) })
        predictor.take(answered)
      }
    }
  }
  return all
}

const logLoss = (all: readonly Prediction[]) =>
  all.reduce((sum, { chance, right }) => sum - Math.log(Math.max(1e-6, right ? chance : 1 - chance)), 0) /
  all.length

const shareRight = (all: readonly Prediction[]) => all.filter(({ right }) => right).length / all.length

/** Uses coordinate descent to find the PFA weights that predict best. */
function fitted(of: { seed: number; children: number }): Weights {
  let best: Weights = { begin: 0, right: 0.3, wrong: -0.2, difficulty: 1 }
  let least = logLoss(predictions(pfa(best), of))
  for (let step = 0.4; step > 0.02; step /= 2)
    for (let round = 0; round < 3; round += 1)
      for (const name of ['begin', 'right', 'wrong', 'difficulty'] as const)
        for (const by of [step, -step]) {
          const tried = { ...best, [name]: best[name] + by }
          const loss = logLoss(predictions(pfa(tried), of))
          if (loss < least) [best, least] = [tried, loss]
        }
  return best
}

/**
 * Compares the estimate of mastery with three other predictors on simulated learners. Returns true if it
 * predicts better than each of them, and if 75% to 85% of the first tries with a predicted chance of about
 * 80% are in fact right.
 */
export function measureMastery() {
  const weights = fitted({ seed: 7, children: 60 })
  const of = { seed: 2026, children: 400 }
  const rows = Object.entries({ mastery: ours, 'last five': lastFive, Elo: elo, PFA: pfa(weights) }).map(
    ([name, make]) => {
      const all = predictions(make, of)
      const near = all.filter(({ chance }) => Math.abs(chance - 0.8) < 0.025)
      return { name, loss: logLoss(all), near: shareRight(near), many: near.length, all: all.length }
    },
  )
  console.log('Mastery, on simulated learners (400 children, 100 days, fixed seed)')
  for (const { name, loss, near, many, all } of rows)
    console.log(
      `  ${name.padEnd(10)} log-loss ${loss.toFixed(4)} · of ${many} predictions near 80 %, ${(100 * near).toFixed(1)} % right (${all} in all)`,
    )
  const [mine, ...others] = rows
  const good =
    mine !== undefined &&
    others.every(({ loss }) => mine.loss < loss) &&
    mine.near >= 0.75 &&
    mine.near <= 0.85
  console.log(good ? '  kept: better than each, and calibrated' : '  BROKEN')
  return good
}
