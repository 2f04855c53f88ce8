import type { Random } from './learners.ts'
import { normal, sigmoid } from './learners.ts'

/**
 * Models of learning and forgetting, for comparing review plans. None of them uses FSRS, the formula by which
 * the product plans reviews, or its parameters.
 *
 * All of them assume that a section has been taught before it is first practiced, and that children differ in
 * how well they remember it by then. Each answered question, right or wrong, teaches a little, since the
 * solution is shown. How fast a section is learned and forgotten depends on the child and the section. Times
 * are in days.
 */
export type Memory = {
  /** Returns the chance, from 0 to 1, that the child can recall how to solve a question of the section. */
  recall: (on: number) => number
  practice: (on: number, right: boolean) => void
}

/** Traits of one child in one section. Those other than `taught` are relative: 1 is typical. */
export type Traits = {
  /** Chance of recall right after the section has been taught. */
  taught: number
  learns: number
  forgets: number
}

/** Share of the still unknown material that a typical child learns from one question. */
const perQuestion = 0.12

/**
 * Exponential forgetting, at first with a half-life of 10 days. Each answer multiplies the half-life by up to
 * 2.5 if it is right, and by up to 1.75 if not, depending on how much was forgotten. Thus further answers on
 * the same day don't lengthen it (the spacing effect).
 */
function exponential({ taught, learns, forgets }: Traits, on: number): Memory {
  let [level, halfLife, at] = [taught, 10 / forgets, on]
  const kept = (day: number) => 2 ** (-(day - at) / halfLife)
  return {
    recall: (day) => level * kept(day),
    practice(day, right) {
      const left = kept(day)
      level = level * left + perQuestion * learns * (1 - level * left)
      halfLife *= 1 + (right ? 1.5 : 0.75) * (1 - left)
      at = day
    },
  }
}

/**
 * Exponential forgetting without a spacing effect: each answer lengthens the half-life by a sixteenth,
 * regardless of when it is given.
 */
function unspaced({ taught, learns, forgets }: Traits, on: number): Memory {
  let [level, halfLife, at] = [taught, 10 / forgets, on]
  const recall = (day: number) => level * 2 ** (-(day - at) / halfLife)
  return {
    recall,
    practice(day) {
      const left = recall(day)
      level = left + perQuestion * learns * (1 - left)
      halfLife *= 17 / 16
      at = day
    },
  }
}

/**
 * Forgetting as a power of time (Wixted and Ebbesen, 1991): fast at first, then ever more slowly. The
 * exponent starts at 0.3, and each answer reduces it, depending on how much was forgotten.
 */
function power({ taught, learns, forgets }: Traits, on: number): Memory {
  let [level, exponent, at] = [taught, 0.3 * forgets, on]
  const kept = (day: number) => (1 + day - at) ** -exponent
  return {
    recall: (day) => level * kept(day),
    practice(day, right) {
      const left = kept(day)
      level = level * left + perQuestion * learns * (1 - level * left)
      exponent *= 1 - (right ? 0.4 : 0.2) * (1 - left)
      at = day
    },
  }
}

const [secondsPerDay, secondsPerQuestion] = [86_400, 60]

/**
 * Activation of memory traces, with the spacing effect and the published parameters of Pavlik and Anderson
 * (2005). Each answer leaves a trace that decays as a power of time, and faster the more active the memory
 * already was. Time between sessions counts one fortieth as much as time within them.
 */
function activation({ taught, learns, forgets }: Traits, on: number): Memory {
  const [scale, base, between, threshold, noise] = [0.217, 0.177 * forgets, 0.025, -0.704, 0.255]
  const traces: { at: number; decay: number }[] = []
  let today = { on, questions: 0 }
  const secondsAt = (day: number) => day * secondsPerDay * between
  const strength = (now: number) => {
    const sum = traces.reduce((all, { at, decay }) => all + Math.max(1, now - at) ** -decay, 0)
    return Math.log(sum * learns)
  }
  const leave = (now: number) => {
    const active = traces.length > 0 ? Math.exp(strength(now)) : 0
    traces.push({ at: now, decay: scale * active + base })
  }
  // Teaching leaves one to eight traces, a minute apart. A child who understands better gets more traces.
  for (let n = 0; n < 1 + Math.round(7 * taught); n += 1) leave(secondsAt(on) - (8 - n) * secondsPerQuestion)
  return {
    recall: (day) => sigmoid((strength(secondsAt(day)) - threshold) / noise),
    practice(day) {
      today = today.on === day ? { on: day, questions: today.questions + 1 } : { on: day, questions: 0 }
      leave(secondsAt(day) + today.questions * secondsPerQuestion)
    },
  }
}

export const memories = {
  'exponential, spacing helps': exponential,
  'power of time, spacing helps': power,
  'activation (ACT-R)': activation,
  'exponential, spacing does nothing': unspaced,
}
export type Model = keyof typeof memories

/**
 * Ability of a child or difficulty of a section, in log-odds, and the rate of forgetting relative to the
 * typical one.
 */
export type Nature = { level: number; rate: number }
export const natureOf = (random: Random, spread: number): Nature => ({
  level: spread * normal(random),
  rate: Math.exp(0.35 * normal(random)),
})

export const traitsOf = (child: Nature, section: Nature): Traits => ({
  taught: sigmoid(0.4 + child.level - section.level),
  learns: Math.exp(0.3 * (child.level - section.level)),
  forgets: child.rate * section.rate,
})
