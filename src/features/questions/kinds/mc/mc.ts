import { z } from 'zod'
import { spoken } from '#shared/spoken.ts'
import { type Drawing, type PartVerdict, type RenderContent, verdict } from '../verdict.ts'
import { letterOf } from './given.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { dotted, foldText } from '../text.ts'
import { Content } from '#shared/content.ts'

const Place = z.int().min(0).max(9)

const Given = z.strictObject({ kind: z.literal('mc'), picked: z.array(Place).max(10) })
type Given = z.infer<typeof Given>

const Key = z.strictObject({
  kind: z.literal('mc'),
  choices: z.array(z.string().min(1).max(500)).min(2).max(10),
  correct: z.array(Place).min(1).max(10),
  /** True if each right choice adds to the score and each wrong one subtracts from it. */
  perChoice: z.boolean().optional(),
  mistakes: mistakesOf(Given),
})
type Key = z.infer<typeof Key>

const Shown = z.object({ kind: z.literal('mc'), choices: z.array(Content), pickMany: z.boolean() })
type Shown = z.infer<typeof Shown>

const pickMany = ({ correct, perChoice = false }: Key) => correct.length > 1 || perChoice

function checkGiven({ choices }: Key, { picked }: Given) {
  if (new Set(picked).size < picked.length) return 'A choice is listed twice.'
  return picked.some((at) => at >= choices.length) ? `This question has ${choices.length} choices.` : null
}

function judge(key: Key, given: Given): PartVerdict {
  const picked = [...new Set(given.picked)]
  if (picked.length === 0) return verdict('invalid', 'Choose an answer first.')
  if (!pickMany(key) && picked.length > 1) return verdict('invalid', 'Choose just one.')
  const right = picked.filter((at) => key.correct.includes(at)).length
  const wrong = picked.length - right
  if (right === key.correct.length && wrong === 0) return verdict('correct', 'Right.')
  const score = key.perChoice ? Math.max(0, right - wrong) / key.correct.length : 0
  if (score > 0) return { status: 'partial', score, reason: 'Partly right.' }
  return verdict('incorrect', 'Take another look.')
}

function grade(key: Key, given: Given) {
  const part = judge(key, given)
  return { status: part.status, score: part.score, parts: [part] }
}

function check({ choices, correct }: Key) {
  const same = new Set(choices.map(foldText)).size < choices.length
  return [
    ...(correct.some((at) => at >= choices.length)
      ? ['A choice that doesn’t exist is marked as right.']
      : []),
    ...(new Set(correct).size < correct.length ? ['A choice is marked as right twice.'] : []),
    ...(same ? ['Two choices are the same.'] : []),
  ]
}

/**
 * Returns samples: the right choices, the same with one missing, each choice alone, and all choices together.
 */
function samples({ choices, correct }: Key): Given[] {
  const all = choices.map((_, at) => at)
  const sets = [correct, ...(correct.length > 1 ? [correct.slice(1)] : []), ...all.map((at) => [at]), all]
  const sorted = sets.map((set) => set.toSorted((a, b) => a - b).join())
  return [...new Set(sorted)].map((set) => ({ kind: 'mc', picked: set.split(',').map(Number) }))
}

/**
 * Multiple choice: exactly the right choices are required, or each counts for partial credit (spec §3;
 * product §7).
 */
export const mc = {
  key: Key,
  shown: Shown,
  given: Given,
  texts: ({ choices }: Key) => choices,
  show: (key: Key, rendered: RenderContent) => ({
    kind: key.kind,
    choices: key.choices.map(rendered),
    pickMany: pickMany(key),
  }),
  solution: ({ correct }: Key): Given => ({ kind: 'mc', picked: correct.toSorted((a, b) => a - b) }),
  checkGiven,
  grade,
  gradeAtLast: grade,
  repeats: (_: Key, listed: Given, { picked }: Given) =>
    listed.picked.length === picked.length && listed.picked.every((at) => picked.includes(at)),
  typedParts: (_key: Key, _given: Given): TypedPart<Given>[] => [],
  weights: (_: Key) => [1],
  check,
  samples,
  likeness: ({ picked }: Given) => JSON.stringify(picked.toSorted((a, b) => a - b)),
  text: ({ choices }: Shown, { picked }: Given) =>
    picked.map((at) => `${letterOf(at)} ${spoken(choices[at] ?? [])}`.trim()).join(', '),
  drawings: (_: Given): Drawing[] => [],
  needsFields: (_shown: Shown, _given: Given) => false,
  /** Formats the picked choices as the letters shown with them: `A, C`. */
  words: ({ picked }: Given) => picked.map(letterOf).join(', '),
  authorWords: ({ choices }: Key, { picked }: Given) =>
    picked.map((at) => `${letterOf(at)}: ${choices[at] ?? ''}`).join(', ') || 'Nothing',
  accept: (_key: Key, _given: Given): Key | null => null,
  withoutBlanks: (key: Key): Key => ({ ...key, choices: key.choices.map(dotted) }),
  canBeDrawn: (_: Key) => true,
  countAnswers: (_: Key) => 1,
}
