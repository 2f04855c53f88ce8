import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenedMenu } from '../moves/StudentMenu.tsx'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { call, read } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Credit, credits } from './api.ts'
import { creditOf } from './credit-state.ts'

/**
 * Returns `find`, which sets `finding` to an open credit of a student: the one for missing the class on this
 * day, otherwise the one that expires first. If there is none, `find` shows a message.
 */
export function useFinder(centerId: string, on: Day) {
  const queries = useQueryClient()
  const [finding, setFinding] = useState<Credit | null>(null)
  const find = async ({ student: { _id: studentId, firstName }, from }: OpenedMenu) => {
    const studentRef = { centerId, studentId }
    try {
      const studentCredits = await queries.fetchQuery({
        ...read(credits.ofStudent, studentRef),
        queryFn: () => call(credits.ofStudent, studentRef),
      })
      const open = studentCredits
        .filter(({ state }) => state === 'open')
        .toSorted((one, other) => one.expiresOn.localeCompare(other.expiresOn))
      const credit = creditOf(open, { classId: from.id, on }) ?? open[0]
      if (credit) setFinding(credit)
      else
        toast(
          t('{firstName} has no open make-up credit. Reporting an absence in time earns one.', { firstName }),
          'info',
        )
    } catch (failure) {
      toast(sentenceFor(failure), 'error')
    }
  }
  return { finding, find, setFinding }
}
