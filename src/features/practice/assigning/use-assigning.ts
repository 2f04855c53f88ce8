import { useState } from 'react'
import { useStudentChange } from '#features/students/use-student-change.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { capitalized, counted } from '#shared/text.ts'
import { call } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { WorkLine } from '../api.ts'
import { kindWords } from '../rules.ts'
import { givenWork, assigning } from './api.ts'
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

function wordsFor({ of, refusals }: Progress, students: readonly Assignee[], { kind, questions }: Item) {
  const given = of - refusals.length
  const to = of === 1 && students[0] ? fullName(students[0]) : counted(given, 'student')
  const kindWord = capitalized(t(questions ? 'warm-up' : kindWords[kind]))
  if (refusals.length === 0) return t('{kindWord} assigned to {to}.', { kindWord, to })
  return of === 1 ? (refusals[0]?.message ?? '') : t('Assigned to {given} of {of} students.', { given, of })
}

/** Assigns an item to one student. All of its parts must have been chosen. */
async function give(
  id: string,
  { kind, levelId, chapterNum, sections, halfSections, questions }: Item,
  { minutes, adaptive, ...plan }: Plan,
) {
  if (questions) return await call(assigning.warmUp, { id, questions: [...questions] })
  if (kind === 'homework')
    return await call(assigning.homework, {
      id,
      sections: [...sections],
      ...(halfSections?.length && { halfSections: [...halfSections] }),
      ...plan,
    })
  if (kind === 'test')
    return await call(assigning.test, {
      id,
      levelId: levelId ?? '',
      chapterNum: chapterNum ?? 0,
      minutes,
      ...plan,
    })
  return await call(assigning.assessment, {
    id,
    levelId: levelId ?? '',
    minutes,
    ...plan,
    ...(adaptive && { adaptive }),
  })
}

type AssignedWork = { student: Assignee; work: WorkLine }

/**
 * Withdraws work that was just assigned. If some of it can't be withdrawn, for example because a student has
 * started it, shows the reason. Returns the ids of the students whose work was withdrawn.
 */
async function withdraw(given: readonly AssignedWork[]) {
  const done: string[] = []
  let reason = ''
  for (const { student, work } of given)
    await call(givenWork[work.kind].withdraw, { id: student._id, itemId: work._id }).then(
      () => void done.push(student._id),
      (error: unknown) => void (reason = sentenceFor(error)),
    )
  if (done.length === given.length) toast(t('Assignment undone.'))
  else
    toast(
      t('Undone for {done} of {of} students. {reason}', { done: done.length, of: given.length, reason }),
      'warn',
    )
  return done
}

/**
 * Assigns work to students one at a time, so that one refusal doesn't affect the others. Continues even if
 * the dialog is closed. `assigned` lists the ids of the students who have received the work, unless that was
 * undone.
 */
export function useAssigning() {
  const changed = useStudentChange()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [assigned, setAssigned] = useState<readonly string[]>([])

  /**
   * Assigns an item to each student, and returns the students who were refused. `itemFor` returns the item
   * for a student.
   */
  async function assign<S extends Assignee>(
    students: readonly S[],
    itemFor: (student: S) => Item,
    plan: Plan,
  ) {
    let now: Progress = { of: students.length, done: 0, refusals: [] }
    setProgress(now)
    const given: AssignedWork[] = []
    const undo = async () => {
      const undone = await withdraw(given)
      setAssigned((ids) => ids.filter((id) => !undone.includes(id)))
      void changed()
    }
    for (const student of students) {
      const refusal = await give(student._id, itemFor(student), plan).then(
        (work) => {
          given.push({ student, work })
          return null
        },
        (error: unknown) => ({ student, message: sentenceFor(error) }),
      )
      now = { ...now, done: now.done + 1, refusals: refusal ? [...now.refusals, refusal] : now.refusals }
      setProgress(now)
    }
    const [first] = students
    if (first)
      toast(
        wordsFor(now, students, itemFor(first)),
        now.refusals.length === 0 ? 'success' : 'warn',
        given.length > 0 && { label: t('Undo'), act: () => void undo() },
      )
    setAssigned((ids) => [...ids, ...given.map(({ student }) => student._id)])
    void changed()
    return now.refusals.map(({ student }) => student)
  }

  return { progress, busy: progress !== null && progress.done < progress.of, assigned, assign }
}
