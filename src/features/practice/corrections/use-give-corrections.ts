import { studentWork } from '../api.ts'
import { useQuery } from '@tanstack/react-query'
import { useStudentChange } from '#features/students/use-student-change.ts'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import type { WorkLine } from '../api.ts'
import { corrections } from './api.ts'
import { t } from '#shared/language.ts'
import { whyNotCorrected } from './corrected-score.ts'

/**
 * Returns a function that assigns corrections of a test to its student. Returns null if the test can't get
 * corrections, or until that is known.
 */
export function useGiveCorrections(studentId: string, work: WorkLine) {
  const changed = useStudentChange()
  const { data } = useQuery({
    ...read(studentWork.atWork, { id: studentId }),
    enabled: work.kind === 'test' && work.state === 'returned',
  })
  const { mutate } = useSend(corrections.give, {
    onSuccess: ({ name }) => toast(t('“{name}” assigned.', { name })),
    onSettled: () => void changed(),
  })
  if (!data) return null
  const correction = data.work.find(({ corrects }) => corrects === work._id)?.state ?? null
  const wrong = (work.total ?? 0) - (work.correct ?? 0)
  return whyNotCorrected({ ...work, wrong, correction })
    ? null
    : () => mutate({ id: studentId, itemId: work._id })
}
