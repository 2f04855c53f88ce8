import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { questions, type QuestionLine } from '#features/questions/api.ts'
import { formulasIn } from '#features/questions/editing/answers/formulas.ts'
import { placeQuery } from '#features/questions/listing/question-pages.ts'
import { type Printed, printedOf } from '#features/questions/kinds/KindScreens.tsx'
import type { AnswerKey, Texts } from '#features/questions/rules.ts'
import type { ContentNode } from '#shared/content.ts'
import { call, callWithPauses } from '#web/api.ts'
import type { PrintedSection } from './choosing/printed-sections.ts'

/** A question to print, with its answer for the answer key. */
export type PrintedQuestion = {
  id: string
  num: number
  instructions: ContentNode[]
  content: ContentNode[]
  visual: QuestionLine['visual']
  key: AnswerKey
  texts: Texts
  /** Components that render the question for print. */
  printed: Printed
}
export type PrintedPart = { section: PrintedSection; questions: PrintedQuestion[]; unfinished: number }

type Form = Pick<PrintedQuestion, 'content' | 'key' | 'texts'> & { instructions: string }

/** Returns the text and key to print. A random question is printed with its first set of values. */
async function formOf(
  { instructions, content, answers, variables, rendered }: QuestionLine,
  signal: AbortSignal,
): Promise<Form> {
  const asItIs = { instructions, content: rendered.content, key: answers, texts: rendered.texts }
  if (!variables) return asItIs
  const { variants } = await callWithPauses(
    questions.preview,
    { instructions, content, answers, variables, tests: [] },
    { signal },
  )
  return variants[0] ?? asItIs
}

async function questionOf(line: QuestionLine, signal: AbortSignal): Promise<PrintedQuestion> {
  const { instructions, ...form } = await formOf(line, signal)
  const instructionTexts = instructions === '' ? [] : (form.texts[instructions] ?? [instructions])
  const printed = await printedOf(line.answers.kind)
  return {
    id: line._id,
    num: line.num,
    visual: line.visual,
    ...form,
    instructions: instructionTexts,
    printed,
  }
}

/**
 * Maximum number of formulas rendered at once. They are sent as the labels of a question, which can't have
 * more than this many.
 */
const maxFormulas = 50

/**
 * Returns the rendered form of the formulas in the answer keys. Stored questions have their text in rendered
 * form, but not their keys.
 */
async function looksOf(keys: readonly AnswerKey[], signal: AbortSignal): Promise<Texts> {
  const labels = [...new Set(keys.flatMap(formulasIn))]
    .filter(fitsLabel)
    .map((text) => ({ kind: 'label' as const, text }))
  const looks: Texts = {}
  for (let from = 0; from < labels.length; from += maxFormulas) {
    const answers = { kind: 'fr' as const, parts: labels.slice(from, from + maxFormulas) }
    Object.assign(looks, (await callWithPauses(questions.preview, { ...blank, answers }, { signal })).texts)
  }
  return looks
}

const blank = { instructions: '', content: '', variables: null, tests: [] }
const fitsLabel = ({ length }: string) => length <= 500

/** Reads all questions of a section, a hundred at a time. Skips unfinished ones and counts them. */
async function readSection(
  section: PrintedSection,
  levelId: string,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<PrintedPart> {
  const printed: PrintedQuestion[] = []
  let unfinished = 0
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<typeof call<typeof questions.list>>> = await call(
      questions.list,
      { ...placeQuery({ levelId, ...section }), after },
      { signal },
    )
    const finished = page.questions.filter(({ status }) => status !== 'error')
    unfinished += page.questions.length - finished.length
    for (const line of finished) printed.push(await questionOf(line, signal))
    onRead(page.questions.length)
    after = page.next
  }
  const looks = await looksOf(
    printed.map(({ key }) => key),
    signal,
  )
  return {
    section,
    questions: printed.map((question) => ({ ...question, texts: { ...question.texts, ...looks } })),
    unfinished,
  }
}

/**
 * Loads the questions of the chosen sections. `done` and `of` are the progress in questions. Sections loaded
 * less than a minute ago aren't loaded again.
 */
export function usePrinted(levelId: string, sections: readonly PrintedSection[]) {
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const query = useQuery({
    queryKey: [
      questions.list.path,
      { printed: sections.map(({ id, questions: count, names }) => [id, count, names]) },
    ],
    queryFn: async ({ signal }) => {
      setDone(0)
      const parts: PrintedPart[] = []
      for (const section of sections) {
        let read = 0
        const onRead = (count: number) => {
          read += count
          setDone((before) => before + count)
        }
        const queryKey = [
          questions.list.path,
          { printed: section.id, names: section.names, count: section.questions },
        ]
        parts.push(
          await queries.fetchQuery({
            queryKey,
            queryFn: () => readSection(section, levelId, signal, onRead),
            staleTime: 60_000,
          }),
        )
        setDone((before) => before + section.questions - read)
      }
      return parts
    },
    staleTime: 60_000,
    enabled: sections.length > 0,
  })
  return { ...query, done, of: sections.reduce((sum, section) => sum + section.questions, 0) }
}
