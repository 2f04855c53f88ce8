import { z } from 'zod'
import { isScored, type PartVerdict, verdict, type VerdictStatus } from '#features/questions/kinds/rules.ts'
import { label } from '#features/questions/kinds/fr/label/rules.ts'
import { number } from '#features/questions/kinds/fr/number/rules.ts'

/** The kinds of parts, each a folder of its own and a line here. A part that isn't answered has no `grade`. */
const partKinds = { number, label }

const Part = z.discriminatedUnion('kind', [number.key, label.key])
const ShownPart = z.discriminatedUnion('kind', [number.shown, label.shown])

const Key = z.strictObject({ kind: z.literal('fr'), parts: z.array(Part).min(1).max(50) })
const Shown = z.object({ kind: z.literal('fr'), parts: z.array(ShownPart) })
const Given = z.strictObject({ kind: z.literal('fr'), parts: z.array(z.string().max(500)).max(50) })

type Key = z.infer<typeof Key>
type Shown = z.infer<typeof Shown>
type Given = z.infer<typeof Given>

type Answered = Exclude<z.infer<typeof Part>, { kind: 'label' }>

const isAnswered = (part: z.infer<typeof Part>): part is Answered => 'grade' in partKinds[part.kind]

const answered = ({ parts }: Key) => parts.filter(isAnswered)

/** Why an answer doesn't fit the question, or null: one entry for each part that is answered, in their order (reliability B14). */
function checkGiven(key: Key, { parts }: Given) {
  const wanted = answered(key).length
  if (parts.length === wanted) return null
  if (parts.length === key.parts.length) return 'Labels are not answered: send one entry for each part that is.'
  return `This question has ${wanted} ${wanted === 1 ? 'part' : 'parts'} to answer, and ${parts.length} came.`
}

function together(verdicts: readonly PartVerdict[], score: number): VerdictStatus {
  const some = (status: VerdictStatus) => verdicts.some((part) => part.status === status)
  if (some('ungraded') || verdicts.length === 0) return 'ungraded'
  if (verdicts.every(({ status }) => status === 'correct')) return 'correct'
  return score > 0 ? 'partial' : 'incorrect'
}

/** Says which parts can't be read and nothing of the others: an answer that costs no try must not tell what is right. */
function unread(verdicts: readonly PartVerdict[]) {
  const parts = verdicts.map((part) => (part.status === 'invalid' ? part : verdict('ungraded', '')))
  return { status: 'invalid' as const, score: 0, parts }
}

/** Grades every part. The score is the weighted mean of the parts that have one; one part that can't be read makes all of it `invalid`. */
function grade(key: Key, given: Given) {
  const parts = answered(key).map((part, index) => partKinds[part.kind].grade(part, given.parts[index] ?? ''))
  if (parts.some(({ status }) => status === 'invalid')) return unread(parts)
  let sum = 0
  let weights = 0
  for (const [index, { weight = 1 }] of answered(key).entries()) {
    const part = parts[index]
    if (!part || !isScored(part)) continue
    sum += weight * part.score
    weights += weight
  }
  const score = weights > 0 ? sum / weights : 0
  return { status: together(parts, score), score, parts }
}

const showPart = (part: z.infer<typeof Part>): z.infer<typeof ShownPart> => partKinds[part.kind].show(part as never)

function check(key: Key) {
  const parts = answered(key)
  return parts.length === 0 ? ['There is no part to answer.'] : parts.flatMap((part) => partKinds[part.kind].check(part))
}

/** Free response, made of parts (spec §3). */
export const fr = {
  key: Key,
  shown: Shown,
  given: Given,
  show: ({ kind, parts }: Key): Shown => ({ kind, parts: parts.map(showPart) }),
  solution: (key: Key): Given => ({ kind: 'fr', parts: answered(key).map((part) => partKinds[part.kind].solution(part)) }),
  checkGiven,
  grade,
  check,
}
