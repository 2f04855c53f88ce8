import {
  type AnsweredCandidate,
  type Candidate,
  nextQuestion,
  estimatePlacement,
} from '#features/practice/placement/placement.ts'
import { reportOf } from '#features/practice/report/report.ts'
import { normal, randomFrom, sigmoid } from './learners.ts'

/**
 * A simulation, not a measurement of real children: 1,000 learners, whose true places are spread over five
 * levels, take the adaptive and the fixed assessment of one level. That level is chosen for each learner with
 * a standard error of 0.7 levels. Learners deviate from what the rules assume: their curves are flatter or
 * steeper, and they slip more or less often. In a third of the questions, they can guess among four choices.
 * Questions are harder or easier than their chapter suggests.
 */
const learners = 1000
const [levels, chapters, sections, perSection] = [5, 6, 2, 2]

type Question = Candidate & { level: number; chapter: number; hardness: number }

/**
 * Returns the questions of all levels. A level has 6 chapters of 2 sections, each with 2 questions in its
 * fixed assessment.
 */
function bankOf(random: () => number): Question[] {
  const all: Question[] = []
  for (let level = 0; level < levels; level += 1)
    for (let chapter = 1; chapter <= chapters; chapter += 1)
      for (let section = 1; section <= sections; section += 1)
        for (let nth = 0; nth < perSection; nth += 1)
          all.push({
            num: all.length + 1,
            section: (level * chapters + chapter) * sections + section,
            place: level + (chapter - 0.5) / chapters,
            guess: random() < 1 / 3 ? 0.25 : 0.02,
            level,
            chapter,
            hardness: 0.6 * normal(random),
          })
  return all
}

type Child = { place: number; slope: number; slip: number }

const answerOf = (random: () => number, { place, slope, slip }: Child, question: Question) =>
  random() <
  question.guess + (1 - question.guess - slip) * sigmoid(slope * (place - question.place) - question.hardness)
    ? 1
    : 0

/**
 * Takes the adaptive assessment of a level. The rules measure places relative to that level, so this function
 * converts them.
 */
function adaptive(bank: readonly Question[], level: number, answer: (question: Question) => number) {
  const near = bank.filter((each) => Math.abs(each.level - level) <= 2)
  // Only one question per section of other levels can be asked.
  const pool = near
    .filter((each, at) => each.level === level || near[at - 1]?.section !== each.section)
    .map((each) => ({ ...each, place: each.place - level }))
  const most = pool.filter((each) => each.level === level).length
  const answered: (AnsweredCandidate & Question)[] = []
  for (;;) {
    const num = nextQuestion({ pool, answered }, most)
    const question = pool.find((each) => each.num === num)
    if (!question) break
    answered.push({ ...question, score: answer({ ...question, place: question.place + level }) })
  }
  const { place, certainty } = estimatePlacement({ pool, answered })
  return { place: place + level, certainty, questions: answered.length }
}

/** Takes the fixed assessment of a level, and reads the place from its report. */
function fixed(bank: readonly Question[], level: number, answer: (question: Question) => number) {
  const atLevel = bank.filter((each) => each.level === level)
  const named = (at: number) => (at >= 0 && at < levels ? { id: String(at), name: String(at) } : null)
  const { suggestion } = reportOf(
    atLevel.map((each) => {
      const score = answer(each)
      return { chapter: each.chapter, section: each.section, name: '', solved: score === 1, score }
    }),
    {
      level: { id: String(level), name: String(level) },
      before: named(level - 1),
      after: named(level + 1),
      subject: 'Math',
    },
  )
  const found = suggestion.levelId === null ? levels : Number(suggestion.levelId)
  const place = suggestion.chapter === null ? found + 0.5 : found + (suggestion.chapter - 0.5) / chapters
  return { place, questions: atLevel.length }
}

const share = (all: readonly boolean[]) => all.filter(Boolean).length / all.length
const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length

function measure(seed: number) {
  const random = randomFrom(seed)
  const bank = bankOf(random)
  const results = Array.from({ length: learners }, () => {
    const child = {
      place: levels * random(),
      slope: 3 + 5 * random(),
      slip: 0.03 + 0.09 * random(),
    }
    const level = Math.max(0, Math.min(levels - 1, Math.floor(child.place + 0.7 * normal(random))))
    const answer = (question: Question) => answerOf(random, child, question)
    const [one, other] = [adaptive(bank, level, answer), fixed(bank, level, answer)]
    const isNear = ({ place }: { place: number }) => Math.abs(place - child.place) <= 0.5
    return { one, other, isNear: [isNear(one), isNear(other)] as const }
  })
  return {
    adaptive: {
      within: share(results.map(({ isNear }) => isNear[0])),
      questions: mean(results.map(({ one }) => one.questions)),
      claimed: mean(results.map(({ one }) => one.certainty)),
    },
    fixed: {
      within: share(results.map(({ isNear }) => isNear[1])),
      questions: mean(results.map(({ other }) => other.questions)),
    },
  }
}

const percentOf = (part: number) => `${(100 * part).toFixed(1)} %`

/**
 * Compares both assessments on simulated learners. Returns true if the adaptive one is within half a level of
 * the true place for at least nine in ten learners and asks on average at least 30% fewer questions than the
 * fixed one.
 */
export function measurePlacements() {
  const { adaptive: ours, fixed: theirs } = measure(2026)
  console.log(`Placement, on simulated learners (${learners} children in ${levels} levels, fixed seed)`)
  console.log(
    `  adaptive  within half a level ${percentOf(ours.within)} · ${ours.questions.toFixed(1)} questions · certain to ${percentOf(ours.claimed)} within a third of a level`,
  )
  console.log(
    `  fixed     within half a level ${percentOf(theirs.within)} · ${theirs.questions.toFixed(1)} questions`,
  )
  const good = ours.within >= 0.9 && ours.questions <= 0.7 * theirs.questions
  console.log(good ? '  kept' : '  BROKEN')
  return good
}
