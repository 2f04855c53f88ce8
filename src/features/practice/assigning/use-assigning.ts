import { useState } from 'react'
import { useStudentChange } from '#features/students/use-student-change.ts'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { call } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { giving } from './api.ts'
import { kindWords } from '../rules.ts'
import type { Item } from './suggestions.ts'

export type Assignee = { _id: string; firstName: string; lastName: string }
export type Plan = {
  name: string | undefined
  dueOn: string | null
  minutes: number | null
  adaptive?: boolean
}
export type Refusal = { student: Assignee; message: string }

export type Progress = { of: number; done: number; refusals: Refusal[] }

export const nameOf = ({ firstName, lastName }: Assignee) => `${firstName} ${lastName}`.trim()

const inTitle = (word: string) => word.replace(/^./, (first) => first.toUpperCase())

function wordsFor({ of, refusals }: Progress, students: readonly Assignee[], { kind }: Item) {
  const given = of - refusals.length
  const to = of === 1 && students[0] ? nameOf(students[0]) : counted(given, 'student')
  if (refusals.length === 0)
    return t('{kindWord} assigned to {to}.', { kindWord: inTitle(t(kindWords[kind])), to })
  return of === 1 ? (refusals[0]?.message ?? '') : t('Assigned to {given} of {of} students.', { given, of })
}

/** Assigns an item to one student. All of its parts must have been chosen. */
async function give(
  id: string,
  { kind, levelId, chapterNum, sections }: Item,
  { minutes, adaptive, ...plan }: Plan,
) {
  if (kind === 'homework') return await call(giving.homework, { id, sections: [...sections], ...plan })
  if (kind === 'test')
    return await call(giving.test, {
      id,
      levelId: levelId ?? '',
      chapterNum: chapterNum ?? 0,
      minutes,
      ...plan,
    })
  return await call(giving.assessment, {
    id,
    levelId: levelId ?? '',
    minutes,
    ...plan,
    ...(adaptive && { adaptive }),
  })
}

/**
 * Assigns work to students one at a time, so that one refusal doesn't affect the others. Continues even if the
 * dialog is closed.
 */
export function useAssigning() {
  const changed = useStudentChange()
  const [progress, setProgress] = useState<Progress | null>(null)

  /** Returns true if every assignment succeeded. `itemFor` returns the item that a student gets. */
  async function assign<S extends Assignee>(
    students: readonly S[],
    itemFor: (student: S) => Item,
    plan: Plan,
  ) {
    let now: Progress = { of: students.length, done: 0, refusals: [] }
    setProgress(now)
    for (const student of students) {
      const refusal = await give(student._id, itemFor(student), plan).then(
        () => null,
        (error: unknown) => ({ student, message: sentenceFor(error) }),
      )
      now = { ...now, done: now.done + 1, refusals: refusal ? [...now.refusals, refusal] : now.refusals }
      setProgress(now)
    }
    const [first] = students
    if (first) toast(wordsFor(now, students, itemFor(first)), now.refusals.length === 0 ? 'success' : 'warn')
    void changed()
    return now.refusals.length === 0
  }

  return { progress, busy: progress !== null && progress.done < progress.of, assign }
}
