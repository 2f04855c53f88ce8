import { z } from 'zod'
import type { Columns } from '#shared/csv.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import type { Card } from './api.ts'

/** Stages of a prospect from inquiry to a place in a class (product §5), with their rules and refusals. */

/** Stages in the order a prospect goes through them. */
export const allStages = ['enquiry', 'assessment', 'trial', 'offer', 'enrolled', 'lost'] as const
export const Stage = z.enum(allStages)
export type Stage = z.infer<typeof Stage>
export const stageWords: Record<Stage, string> = {
  enquiry: 'Inquiry',
  assessment: 'Assessment',
  trial: 'Trial',
  offer: 'Offer',
  enrolled: 'Enrolled',
  lost: 'Lost',
}

/** Usual next step at each stage, shown if none is planned. */
export const usualNext: Partial<Record<Stage, string>> = {
  enquiry: 'Nothing planned. The next step is usually a short assessment or a trial.',
  assessment: 'Nothing planned. The next step is usually to discuss the result and book a trial.',
  trial: 'Nothing planned. The next step is usually to ask how it went and offer a place.',
  offer: 'Nothing planned. The next step is usually to agree on a class and enroll.',
}

/** Stages a person can set. Only a place in a class makes a prospect enrolled. */
export const SetStage = Stage.exclude(['enrolled'])
export type SetStage = z.infer<typeof SetStage>

/**
 * Returns the stage that one step forward or back moves a prospect to. One step back from `lost` is null,
 * which makes the stage automatic again. Undefined if there is no such step, and always for `enrolled`.
 */
export function stageBeside(stage: Stage, step: -1 | 1) {
  if (stage === 'lost') return step === -1 ? null : undefined
  const to = stage === 'enrolled' ? undefined : allStages[allStages.indexOf(stage) + step]
  return to === 'lost' ? undefined : to
}

/** An instant, and its date at the center. */
type StageStart = { at: string; on: Day }
/**
 * A fact that sets the stage: a paper test or an assigned assessment (`assessment`), a booked trial, or a
 * regular place or one on a waitlist (`offer`).
 */
export type Fact = StageStart & { stage: 'assessment' | 'trial' | 'offer' }

export type Facts = {
  /** Time of the prospect's inquiry. */
  began: StageStart
  facts: readonly Fact[]
  /** Stage last set by hand; null if the stage is automatic. */
  set: (StageStart & { stage: SetStage }) | null
  enrolledOn: Day | null
}

const rank: Record<Stage, number> = { enquiry: 0, lost: 0, assessment: 1, trial: 2, offer: 3, enrolled: 4 }

/**
 * Returns the stage of a prospect and its first day: the furthest stage that the facts have reached. A stage
 * set by hand applies until a later fact goes further; any later fact brings back a lost prospect.
 */
export function stageOf({ began, facts, set, enrolledOn }: Facts): {
  stage: Stage
  since: Day
  byHand: boolean
} {
  if (enrolledOn !== null) return { stage: 'enrolled', since: enrolledOn, byHand: false }
  const past = set
    ? facts.filter(({ stage, at }) => rank[stage] > rank[set.stage] && Date.parse(at) > Date.parse(set.at))
    : facts
  const furthest = Math.max(...past.map(({ stage }) => rank[stage]))
  const [first] = past
    .filter(({ stage }) => rank[stage] === furthest)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  if (first) return { stage: first.stage, since: first.on, byHand: false }
  return set
    ? { stage: set.stage, since: set.on, byHand: true }
    : { stage: 'enquiry', since: began.on, byHand: false }
}

/** Number of days that enrolled and lost prospects stay on the board, and that its figures cover. */
export const boardDays = 90
/** Maximum number of cards per stage on the board. */
export const maxCards = 50

type CardKeys = { stage: Stage; since: Day; nextOn: Day | null; lastName: string }

/**
 * Compares two prospects of a stage by the day of the next step, then by how long they have waited. Among
 * enrolled or lost prospects, the one who enrolled or was lost most recently comes first.
 */
export function byUrgency(one: CardKeys, other: CardKeys) {
  if (one.stage === 'enrolled' || one.stage === 'lost') return other.since.localeCompare(one.since)
  const next = ({ nextOn }: CardKeys) => nextOn ?? '9999'
  return (
    next(one).localeCompare(next(other)) ||
    one.since.localeCompare(other.since) ||
    one.lastName.localeCompare(other.lastName)
  )
}

/** True if the day of the next step has passed and the prospect is neither enrolled nor lost. */
export const isOverdue = ({ stage, nextOn }: { stage: Stage; nextOn: Day | null }, today: Day) =>
  nextOn !== null && nextOn < today && stage !== 'enrolled' && stage !== 'lost'

export type Trial = { on: Day; classId: string; className: string; came: boolean | null }

/** Describes a trial and its outcome, if known, without a final period. */
export function trialWords({ on, className, came }: Omit<Trial, 'classId'>, today: Day) {
  const where = `${className}, ${dayInWords(on)}`
  if (came !== null)
    return came
      ? t('Came to {where}', { where })
      : on > today
        ? t('Can’t come to {where}', { where })
        : t('Didn’t come to {where}', { where })
  return on < today ? t('Was expected at {where}', { where }) : t('Coming to {where}', { where })
}

/** Maximum number of trials per subject. */
export const maxTrials = 2

/** Returns a 409 `trials_used`: the student has used all trials in the subject. */
export const trialsUsed = ({ firstName, subject }: { firstName: string; subject: string }) =>
  conflict(
    'trials_used',
    t('{firstName} has used both trials in {subject}. Offer a regular place or a trial in another subject.', {
      firstName,
      subject,
    }),
    {
      subject,
    },
  )

/** Returns a 409 `not_prospect`: the student isn't a prospect, or is no longer one. */
export const notProspect = ({ firstName, status }: { firstName: string; status: string }) =>
  conflict(
    'not_prospect',
    t('{firstName} is {status}, not a prospect. Set the status to prospect first.', { firstName, status }),
  )

/** Source of prospects who used the center's trial form. */
export const trialFormSource = 'Trial form'

/** Common sources, suggested while typing. `usualLosses` are common reasons for losing a prospect. */
export const usualSources = ['Website', 'Recommendation', 'Walk-in', 'School', 'Advertisement'] as const
export const usualLosses = [
  'No answer',
  'Too expensive',
  'No suitable time',
  'Chose another center',
  'Wants to wait',
] as const

type ListedProspect = Card & { studentNum: string; askedOn: Day }

/** Returns the columns of the prospect export; `today` is the current date at the center. */
export const prospectColumns = (today: Day): Columns<ListedProspect> => [
  ['Student number', ({ studentNum }) => studentNum],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Grade', ({ grade }) => grade],
  ['Wants', ({ programs }) => programs.map(({ name, level }) => `${name}: ${level}`).join('; ')],
  ['Stage', ({ stage }) => stageWords[stage]],
  ['Since', ({ since }) => since],
  ['Asked on', ({ askedOn }) => askedOn],
  ['Next step', ({ nextStep }) => nextStep],
  ['Next step date', ({ nextOn }) => nextOn],
  ['Source', ({ source }) => source],
  ['Trial on', ({ trial }) => trial && trial.on],
  ['Trial', ({ trial }) => trial && trialWords(trial, today)],
  ['Lost because', ({ lostReason }) => lostReason],
]
