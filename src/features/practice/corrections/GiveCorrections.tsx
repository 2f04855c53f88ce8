import { PenLine } from 'lucide-react'
import { useStudentChange } from '#features/students/use-student-change.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { snack } from '#web/snack.tsx'
import type { WorkLine } from '../api.ts'
import { corrections } from './api.ts'
import { whyNotCorrected } from './rules.ts'

type GiveCorrectionsProps = { studentId: string; work: WorkLine; all: readonly WorkLine[]; children: string }

/** The button that gives a student what was wrong in a returned test as homework; nothing where there is nothing to correct. `all` is their work. */
export function GiveCorrections({ studentId, work, all, children }: GiveCorrectionsProps) {
  const changed = useStudentChange()
  const give = useSend(corrections.give, {
    onSuccess: ({ name }) => snack(`“${plain(name)}” assigned.`),
    onSettled: () => void changed(),
  })
  const correction = all.find(({ corrects }) => corrects === work._id)?.state ?? null
  if (whyNotCorrected({ ...work, wrong: (work.total ?? 0) - (work.correct ?? 0), correction })) return null
  return (
    <Button
      kind="quiet"
      icon={<PenLine aria-hidden />}
      busy={give.isPending}
      aria-label={`${children} of ${plain(work.name)}`}
      onClick={() => give.mutate({ id: studentId, itemId: work._id })}
    >
      {children}
    </Button>
  )
}
