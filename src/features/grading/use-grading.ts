import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem } from '#shared/problem.ts'
import type { OutputOf } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type ChangedAnswer, type GradedAnswer, grading, type AnswerToGrade } from './api.ts'
import { namesOf, type Quarter, quarterWords } from './rules.ts'
import { isSameGroup } from './use-current-group.ts'

/** A grade for answers that a colleague has changed in the meantime, with the answers' current state. */
export type Conflict = { now: GradedAnswer[]; grade: Quarter; comment: string | undefined }

type Question = OutputOf<typeof grading.question>

const without = (question: Question, ids: ReadonlySet<string>): Question => ({
  ...question,
  alike: question.alike
    .map(({ answers }) => ({ answers: answers.filter(({ _id }) => !ids.has(_id)) }))
    .filter(({ answers }) => answers.length > 0),
})

/** Returns a function that reloads the visible lists, and one that first removes graded answers from them. */
function useGradedLists() {
  const queries = useQueryClient()
  const refresh = () => {
    for (const { path } of [grading.queue, grading.question])
      void queries.invalidateQueries({ queryKey: [path] })
  }
  const remove = (answers: readonly ChangedAnswer[]) => {
    const ids = new Set(answers.map(({ _id }) => _id))
    queries.setQueriesData<Question>(
      { queryKey: [grading.question.path] },
      (question) => question && without(question, ids),
    )
    refresh()
  }
  return { refresh, remove }
}

/** Holds the conflict to resolve. It outlives the answers on screen, which depend on the filter. */
export const useConflict = () => useState<Conflict | null>(null)
export type ConflictState = ReturnType<typeof useConflict>

type GradingOptions = {
  /** Key of the current question. */
  key: string
  onGraded: (answers: readonly ChangedAnswer[]) => void
  /** Called when an undo has put answers to a question back in the queue. */
  onUndone: (answers: readonly ChangedAnswer[], key: string) => void
}
type LastGrading = { answers: readonly ChangedAnswer[]; key: string }

/** Returns functions to grade answers and to undo the last grade, and the conflict to resolve, if any. */
export function useGrading(
  centerId: string,
  [conflict, setConflict]: ConflictState,
  { key, onGraded, onUndone }: GradingOptions,
) {
  const { refresh, remove } = useGradedLists()
  const { userId: by } = useParams({ strict: false })
  const [done, setDone] = useState<LastGrading | null>(null)
  const undo = useSend(grading.undo, {
    onSuccess: ({ answers }) => {
      refresh()
      toast(t('Undone: {names}.', { names: namesOf(answers) }))
    },
    onError: (error) =>
      toast(
        error instanceof Problem && error.status === 412
          ? t('A colleague has changed this in the meantime.')
          : sentenceFor(error),
        'error',
      ),
  })
  const takeBack = (last: LastGrading | null) => {
    setDone(null)
    if (!last) return toast(t('There is nothing to undo.'), 'info')
    const back = last.answers.map(({ _id: id, version, before }) => ({ id, version, ...before }))
    undo.mutate({ centerId, answers: back, by }, { onSuccess: ({ answers }) => onUndone(answers, last.key) })
  }
  const send = useSend(grading.grade, {
    onSuccess: ({ answers }, { grade }) => {
      // Keeps a conflict about other answers open.
      setConflict((before) => (before && isSameGroup(before.now, answers) ? null : before))
      remove(answers)
      const now = { answers, key }
      setDone(now)
      onGraded(answers)
      toast(
        t('{quarterWord} for {names}.', { quarterWord: quarterWords[grade], names: namesOf(answers) }),
        'success',
        {
          label: t('Undo'),
          act: () => takeBack(now),
        },
      )
    },
    onError: (error, { grade, comment }) => {
      refresh()
      if (!(error instanceof Problem) || error.status !== 412) return toast(sentenceFor(error), 'error')
      const { answers } = error.more.current as { answers: GradedAnswer[] }
      setConflict({ now: answers, grade, comment })
    },
  })
  return {
    busy: send.isPending || undo.isPending,
    conflict,
    give: (
      answers: readonly Pick<AnswerToGrade, '_id' | 'version'>[],
      grade: Quarter,
      comment: string | undefined,
    ) => {
      if (send.isPending) return
      send.mutate({
        centerId,
        answers: answers.map(({ _id: id, version }) => ({ id, version })),
        grade,
        comment,
        by,
      })
    },
    undoLast: () => takeBack(done),
    leave: () => setConflict(null),
  }
}
