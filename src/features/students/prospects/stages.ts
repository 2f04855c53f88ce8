import { z } from 'zod'
import type { Columns } from '#shared/csv.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import type { Card } from './api.ts'

/** The way of a prospect from asking to a place in a class (product §5): where they stand, since when, and what is said when it can't go on so. */

/** In the order of the way. */
export const Stage = z.enum(['enquiry', 'assessment', 'trial', 'offer', 'enrolled', 'lost'])
export type Stage = z.infer<typeof Stage>
export const stageWords: Record<Stage, string> = {
  enquiry: 'Enquiry',
  assessment: 'Assessment',
  trial: 'Trial',
  offer: 'Offer',
  enrolled: 'Enrolled',
  lost: 'Lost',
}

/** What usually comes next, where nobody has said what does. */
export const usualNext: Partial<Record<Stage, string>> = {
  enquiry: 'Nothing is planned. Usual is a short assessment, or a trial.',
  assessment: 'Nothing is planned. Usual is to talk about the result and book a trial.',
  trial: 'Nothing is planned. Usual is to ask how it was, and to offer a place.',
  offer: 'Nothing is planned. Usual is to agree on a class and enroll.',
}

/** What a person can set by hand: only a place in a class makes somebody enrolled. */
export const SetStage = Stage.exclude(['enrolled'])
export type SetStage = z.infer<typeof SetStage>

/** The stage after one on the way, or before it; null leads who is lost back to where the facts go. Undefined where the way ends. */
export function stageBeside(stage: Stage, step: -1 | 1) {
  if (stage === 'lost') return step === -1 ? null : undefined
  const to = stage === 'enrolled' ? undefined : Stage.options[Stage.options.indexOf(stage) + step]
  return to === 'lost' ? undefined : to
}

/** Something that was so from an instant on, which is a day at the center. */
type Since = { at: string; on: Day }
/** What happened on the way: a test written or work assigned, a trial booked, a place on a waitlist. */
export type Fact = Since & { stage: 'assessment' | 'trial' | 'offer' }

export type Facts = {
  /** When they asked. */
  began: Since
  facts: readonly Fact[]
  /** The stage that somebody has set last. */
  set: (Since & { stage: SetStage }) | null
  enrolledOn: Day | null
}

const rank: Record<Stage, number> = { enquiry: 0, lost: 0, assessment: 1, trial: 2, offer: 3, enrolled: 4 }

/**
 * Where a prospect stands and since which day: as far as the facts go. A stage that was set by hand holds until a later fact goes past it; who is
 * lost comes back with any.
 */
export function stageOf({ began, facts, set, enrolledOn }: Facts): { stage: Stage; since: Day; byHand: boolean } {
  if (enrolledOn !== null) return { stage: 'enrolled', since: enrolledOn, byHand: false }
  const past = set ? facts.filter(({ stage, at }) => rank[stage] > rank[set.stage] && Date.parse(at) > Date.parse(set.at)) : facts
  const furthest = Math.max(...past.map(({ stage }) => rank[stage]))
  const [first] = past.filter(({ stage }) => rank[stage] === furthest).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  if (first) return { stage: first.stage, since: first.on, byHand: false }
  return set ? { stage: set.stage, since: set.on, byHand: true } : { stage: 'enquiry', since: began.on, byHand: false }
}

/** How many days enrolled and lost ones stay on the board, and what its figures count. */
export const boardDays = 90
/** The most cards of a stage that the board shows. */
export const mostCards = 50

type Carded = { stage: Stage; since: Day; nextOn: Day | null; lastName: string }

/** What is to be done first comes first, then who waits longest; of those whose way has ended the latest. */
export function byUrgency(one: Carded, other: Carded) {
  if (one.stage === 'enrolled' || one.stage === 'lost') return other.since.localeCompare(one.since)
  const next = ({ nextOn }: Carded) => nextOn ?? '9999'
  return next(one).localeCompare(next(other)) || one.since.localeCompare(other.since) || one.lastName.localeCompare(other.lastName)
}

/** Whether the day of the next step has passed, and the way goes on. */
export const isOverdue = ({ stage, nextOn }: { stage: Stage; nextOn: Day | null }, today: Day) =>
  nextOn !== null && nextOn < today && stage !== 'enrolled' && stage !== 'lost'

export type Trial = { on: Day; className: string; came: boolean | null }

/** What has become of a trial, as a sentence without a full stop. */
export function trialWords({ on, className, came }: Trial, today: Day) {
  const where = `${plain(className)}, ${dayInWords(on)}`
  if (came !== null) return came ? `Came to ${where}` : `${on > today ? 'Can’t' : 'Did not'} come to ${where}`
  return on < today ? `Was to come to ${where}` : `Comes to ${where}`
}

/** Trials are for finding out: so many in a subject. */
export const mostTrials = 2

/** `trials_used`: enough was tried. */
export const trialsUsed = ({ firstName, subject }: { firstName: string; subject: string }) =>
  conflict(
    'trials_used',
    `${plain(firstName)} has used both trials in ${subject}. Possible is a regular place, or a trial in another subject.`,
    {
      subject,
    },
  )

/** `not_prospect`: the way has ended, or there was none. */
export const notProspect = ({ firstName, status }: { firstName: string; status: string }) =>
  conflict('not_prospect', `${plain(firstName)} is ${status}, and no prospect. Set the status to prospect first.`)

/** How most hear of a center, and why most are lost: offered where one writes it. */
export const usualSources = ['Website', 'Recommendation', 'Walk-in', 'School', 'Advertisement'] as const
export const usualLosses = ['No answer', 'Too expensive', 'No time that fits', 'Chose another center', 'Wants to wait'] as const

type Listed = Card & { studentNum: string; askedOn: Day }

/** Prospects as a file; `today` is the center's. */
export const prospectColumns = (today: Day): Columns<Listed> => [
  ['Student number', ({ studentNum }) => studentNum],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Grade', ({ grade }) => grade],
  ['Wants', ({ programs }) => programs.map(({ name, level }) => `${name}: ${level}`).join('; ')],
  ['Stage', ({ stage }) => stageWords[stage]],
  ['Since', ({ since }) => since],
  ['Asked on', ({ askedOn }) => askedOn],
  ['Next step', ({ nextStep }) => nextStep],
  ['Next step on', ({ nextOn }) => nextOn],
  ['Source', ({ source }) => source],
  ['Trial on', ({ trial }) => trial && trial.on],
  ['Trial', ({ trial }) => trial && trialWords(trial, today)],
  ['Lost because', ({ lostReason }) => lostReason],
]
